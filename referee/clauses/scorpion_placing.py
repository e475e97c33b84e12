"""NINJA: Legend of the Scorpion Clan: figures on the board and secret marks before turn 1."""

from __future__ import annotations

PLACING: tuple[tuple[str, str, str], ...] = (
    # 4. Set-up: figures on the board
    (
        "4.1",
        "Eight guards, unless the table chose another number, are placed as sentries in zones with a watch post.",
        "護衛8体を、衛兵として見張り場のあるゾーンに置きます。数は卓で変えられます。",
    ),
    (
        "4.2",
        (
            "At set-up a watch post holds at most one sentry, so some posts stay empty. Later any number of guards may "
            "stand there, and patrols may start there unless the table chose otherwise."
        ),
        (
            "準備のとき、1つの見張り場に置く衛兵は1体までなので、空いたままの所もあります。その後は何体いてもよく、卓で"
            "別に決めていなければ、見回りはそこからでも始められます。"
        ),
    ),
    (
        "4.3",
        (
            "Three patrols, unless the table chose another number, are placed in zones on a patrol route, each of "
            "exactly two guards. Any route zone will do, even the same one twice, unless the table chose otherwise."
        ),
        (
            "2体ずつの見回りを3組、巡回路のあるゾーンに置きます。組の数は卓で変えられ、卓で別に決めていなければ、巡回路"
            "の上ならどこでもよく、同じゾーンに何組いてもかまいません。"
        ),
    ),
    (
        "4.4",
        (
            "When a patrol is placed, its facing along the route is declared. Facing counts only for patrols, and only "
            "while they are on the route."
        ),
        "見回りを置くときは、巡回路のどちらへ向くかを宣言します。向きを気にするのは、巡回路の上の見回りだけです。",
    ),
    (
        "4.5",
        (
            "With four players the sentries and patrols together have as many swords as spears. If their number is "
            "odd, the two differ by one."
        ),
        "4人なら、衛兵と見回りを合わせて刀と槍を同じ数にします。合計が奇数なら、差は1体です。",
    ),
    (
        "4.6",
        (
            "With four players a figure's weapon shows whose unit it is and whose cards may be used on it. A patrol "
            "with both weapons belongs to both guard players."
        ),
        (
            "4人なら、武器を見れば、どちらの護衛プレイヤーのものか、誰のカードを使えるかが分かります。刀と槍が交じった"
            "見回りは2人のものです。"
        ),
    ),
    (
        "4.7",
        "The figures of the Ninja and the Traitor start beside the board.",
        "忍者と謀反人のフィギュアは、初めはボードの脇に置きます。",
    ),
    (
        "4.8",
        (
            "Set-up goes in this order: missions, hands, guard figures, the guards' secret marks, the intruders' "
            "secret marks. So all guard figures stand before the intruders fix where they start."
        ),
        (
            "準備は、使命、手札、護衛のフィギュア、護衛の秘密の印、侵入者の秘密の印の順です。侵入者が開始位置を決めると"
            "きには、護衛のフィギュアがすべて置かれています。"
        ),
    ),
    # 5. Set-up: the guards' secret marks
    (
        "5.1",
        (
            "The guards record eight sleeping guards, unless the table chose another number, in zones with a barracks, "
            "at most two in each. Awaken wakes them during play."
        ),
        (
            "護衛は、番屋のあるゾーンに、1か所2人までで、寝ている護衛を8人記録します。数は卓で変えられ、ゲーム中に「目"
            "覚め」で起こします。"
        ),
    ),
    (
        "5.2",
        "The guards record six objectives, A to F once each, two traps and two hidden sentries.",
        "護衛は、使命の目的A〜Fを1つずつと、罠を2つ、隠れ衛兵を2つ記録します。",
    ),
    (
        "5.3",
        "None of these ten marks lies in a zone with a watch post, whether a sentry stands there or not.",
        "この10個の印は、衛兵がいてもいなくても、見張り場のあるゾーンには置けません。",
    ),
    (
        "5.4",
        "The ten marks lie in ten different zones.",
        "10個の印は、すべて別のゾーンに置きます。",
    ),
    (
        "5.5",
        "Three objectives lie in each of the two castles.",
        "使命の目的は、どちらの城にも3つずつあります。",
    ),
    (
        "5.6",
        "Traps and hidden sentries lie inside the castles. Both of a kind may be in the same castle.",
        "罠と隠れ衛兵も城の中です。同じ種類の2つが1つの城に集まってもかまいません。",
    ),
    (
        "5.7",
        "A mark may lie in any castle zone without a watch post, unless the board says otherwise for that zone.",
        "印を置けるのは、見張り場のない城のゾーンです。ボードがゾーンごとに定めていれば、それに従います。",
    ),
    (
        "5.8",
        (
            "Sleeping guards are not among the ten marks. Unless the table chose otherwise, a barracks zone may hold a "
            "mark and sleeping guards."
        ),
        (
            "寝ている護衛は10個の印に数えません。卓で別に決めていなければ、番屋のあるゾーンに、印と寝ている護衛の両方が"
            "あってもかまいません。"
        ),
    ),
    # 6. Set-up: the intruders' secret marks
    (
        "6.1",
        (
            "The Ninja's start is a zone at the edge of the map, chosen in secret. If a guard stands there he is "
            "discovered and the alert goes to high, unless the table chose otherwise."
        ),
        (
            "忍者は、マップの端のゾーンから秘密に1つ選んで始めます。そこに護衛がいると発見されて警戒レベルが「高」にな"
            "ります(卓で変えられます)。"
        ),
    ),
    (
        "6.2",
        "The Traitor's start is a zone inside the outer moat, chosen in secret.",
        "謀反人は、外堀に囲まれたゾーンから秘密に1つ選んで始めます。",
    ),
    (
        "6.3",
        "The Traitor does not start inside a castle.",
        "謀反人は、城の中からは始められません。",
    ),
    (
        "6.4",
        "The Traitor does not start in a moat zone.",
        "謀反人は、堀のゾーンからは始められません。",
    ),
    (
        "6.5",
        "The Traitor does not start in a zone where a guard figure stands at that moment.",
        "謀反人は、そのとき護衛のフィギュアがあるゾーンからは始められません。",
    ),
    (
        "6.6",
        "The Traitor does not start in a zone directly between the two castles.",
        "謀反人は、2つの城のすぐ間にあるゾーンからは始められません。",
    ),
    (
        "6.7",
        "A player who has both intruders keeps their records apart.",
        "1人で侵入者を2人とも受け持つときは、記録を別々につけます。",
    ),
    (
        "6.8",
        (
            "The intruders choose the two entrances of their secret passage, each in any zone that is not a moat. "
            "Castles, the edge, watch posts and zones with guards are allowed."
        ),
        (
            "侵入者は、秘密の抜け穴の入り口を2つ決めます。堀のゾーンは選べませんが、城、端、見張り場、護衛のいるゾーン"
            "は選べます。"
        ),
    ),
    (
        "6.9",
        "Both entrances may be in the same zone, though nothing is gained by it.",
        "入り口を2つとも同じゾーンにすることもできますが、得にはなりません。",
    ),
    (
        "6.10",
        (
            "If two intruder players do not agree on the passage, each of them places one entrance. This also holds "
            "with three players, unless the table chose otherwise."
        ),
        (
            "侵入者の2人の考えが合わなければ、入り口を1人が1つずつ決めます。卓で別に決めていなければ、3人で遊ぶときも同"
            "じです。"
        ),
    ),
)
