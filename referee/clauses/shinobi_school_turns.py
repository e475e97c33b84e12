"""Heaven and earth, the turn, the flush (SCHOOL-6 to 8)."""

from __future__ import annotations

TURNS: tuple[tuple[str, str, str], ...] = (
    # 6. Heaven and earth
    (
        "6.1",
        "A mansion has two places: heaven, a hidden hand, and earth, face up in front of its owner.",
        "屋敷には、隠して持つ天と、自分の前に表向きで並べる地の2か所があります。",
    ),
    (
        "6.2",
        (
            "At the start of a round each player splits all cards dealt to him between heaven and earth, as many on "
            "either side as he likes. Equal cards may be separated."
        ),
        "ラウンドの初めに、配られたカードをすべて天と地に分けます。枚数の割り振りは自由で、同じ数字を両方に分けてもかまいません。",
    ),
    (
        "6.3",
        "Cards move between a mansion and the field alone, never directly between heaven and earth.",
        "カードを移すのは屋敷と場の間だけです。天と地の間で直接移すことはできません。",
    ),
    # 7. The turn
    (
        "7.1",
        "Turns go clockwise, beginning with the start player.",
        "手番は、スタートプレイヤーから時計回りに進みます。",
    ),
    (
        "7.2",
        ("Once a turn heaven acts: it places one set, or takes in one collected end tier, or passes."),
        "手番ごとに1回、天のアクションを行います。天から1組を配置するか、端の1段を天に回収するか、パスします。",
    ),
    (
        "7.3",
        (
            "Once a turn earth acts in the same three ways. A player who ends his turn has passed with what is "
            "still open."
        ),
        "地のアクションも手番ごとに1回で、できることは天と同じ3つです。手番を終えると、残っていた分はパスになります。",
    ),
    (
        "7.4",
        "The two actions come in the order the player likes, the second on the field that the first has left.",
        "2つのアクションはどちらが先でもかまいません。あとのアクションは、先のアクションで変わった場に対して行います。",
    ),
    (
        "7.5",
        "Passing is always allowed, with one side or both. Nobody has to place or collect.",
        "パスはいつでもできます。片方でも両方でもかまわず、配置や回収をする義務はありません。",
    ),
    (
        "7.6",
        "Whoever passes is not out, and may place and collect again in later turns.",
        "パスしても抜けたことにはなりません。次の手番からまた配置や回収ができます。",
    ),
    (
        "7.7",
        (
            "An empty side may take in a collected tier. A set placed with the first action may be collected with the "
            "second."
        ),
        "空になった天や地にも回収できます。先のアクションで配置した組を、あとのアクションで回収することもできます。",
    ),
    # 8. The flush
    (
        "8.1",
        (
            "When a player has placed and none of the others places before his next turn, the whole field is "
            "discarded. Collecting does not prevent this."
        ),
        "誰かが配置したあと、次のその人の手番まで誰も配置しなければ、場のカードはすべて流れます。回収があっても流れます。",
    ),
    (
        "8.2",
        (
            "The test comes when the turn passes to a player: if he was the last to place and the field is not "
            "empty, it is swept. This is compulsory, and happens at no other moment."
        ),
        "手番が移るときに確かめます。最後に配置した人に手番が戻り、場にカードがあれば、必ず流します。ほかのときには流しません。",
    ),
    (
        "8.3",
        "After the sweep the last placer has his turn, with both actions.",
        "流れたあとは、最後に配置した人がふつうに2つのアクションを行います。",
    ),
    (
        "8.4",
        ("The swept field is empty and unsealed. If its player passes, the next one may begin it with any set."),
        "流れた場は空で、封印もありません。その人が配置しなければ、次の人が好きな組で始められます。",
    ),
    (
        "8.5",
        "Swept cards are out for the rest of the round.",
        "流れたカードは、そのラウンドの間はもう使いません。",
    ),
    (
        "8.6",
        (
            "Nobody placed the first field. As long as no player has placed in the round, the rules sweep nothing; "
            "the table may agree to."
        ),
        "最初の場は誰の配置でもありません。そのラウンドでまだ誰も配置していない間は流れませんが、全員が合意すれば流せます。",
    ),
)
