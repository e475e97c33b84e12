"""NINJA: Legend of the Scorpion Clan: the intruder phase and how intruders move."""

from __future__ import annotations

INTRUDERS: tuple[tuple[str, str, str], ...] = (
    # 16. Intruder phase, cards
    (
        "16.1",
        "In this phase the Ninja and the Traitor make their secret moves, in either order.",
        "このフェイズに、忍者と謀反人が秘密のうちに動きます。どちらが先でもかまいません。",
    ),
    (
        "16.2",
        "Intruders may use any number of cards a turn, at any moment of their own phase.",
        "侵入者は、自分のフェイズの間ならいつでも、何枚でもカードを使えます。",
    ),
    (
        "16.3",
        (
            "Each intruder card is used once and never comes back, and intruders draw no cards. Secret Passage stays "
            "in front as a lasting permission, unless the table chose otherwise."
        ),
        (
            "侵入者のカードは使い切りで、引き足すこともありません。卓で別に決めていなければ、「秘密の抜け穴」だけは前に"
            "残り、その後も働きます。"
        ),
    ),
    # 17. Intruder movement
    (
        "17.1",
        "An intruder moves 0 to 3 zones a turn: 0 he stays, 1 he sneaks, 2 he walks, 3 he runs.",
        "侵入者は1ターンに0〜3ゾーン動きます。0は静止、1は忍び足、2は徒歩、3は駆け足です。",
    ),
    (
        "17.2",
        "The zones an intruder passes, and how many they were, are recorded in secret for every turn.",
        "通ったゾーンと、いくつ動いたかは、ターンごとに秘密に記録します。",
    ),
    (
        "17.3",
        (
            "Each step goes over a border without a wall, over a wall by rope, in or out of the secret passage, or off "
            "the map."
        ),
        "1歩ごとに、壁のない境界を越えるか、縄で壁を越えるか、秘密の抜け穴を出入りするか、マップの外へ出ます。",
    ),
    (
        "17.4",
        (
            "An intruder may enter a zone with guards and need not stop there. He is seen there unless all of them are "
            "killed or disabled or Shadow Walk covers him."
        ),
        (
            "侵入者は護衛のいるゾーンにも入れ、そこを通り過ぎてもかまいません。護衛を残らず倒すか無力にするか、「影歩き"
            "」を使わなければ、そこで見つかります。"
        ),
    ),
    (
        "17.5",
        "Entering a moat zone ends the move, so along a moat it is one zone a turn.",
        "堀のゾーンに入ると移動は終わります。堀から堀へは1ターンに1ゾーンずつです。",
    ),
    (
        "17.6",
        (
            "To cross a wall an intruder uses a Rope card of his own, and the rope then joins the two zones. Crossing "
            "is one zone of movement."
        ),
        "壁を越えるには自分の手札の「縄」を使い、2つのゾーンの間に縄を張ります。越えるのは1ゾーンの移動です。",
    ),
    (
        "17.7",
        "After crossing by a rope, new or old, the move ends in the zone just behind the wall.",
        "縄で壁を越えたら、新しい縄でも前からある縄でも、越えた先のゾーンで移動は終わります。",
    ),
    (
        "17.8",
        (
            "A rope stays, and either intruder may cross there later without a card, in both directions. Unless the "
            "table chose otherwise, this may be in the same turn."
        ),
        (
            "張った縄は残り、その後はどちらの侵入者も、カードなしでどちらへも越えられます。卓で別に決めていなければ、同"
            "じターンのうちでもかまいません。"
        ),
    ),
    (
        "17.9",
        "Intruders do not block each other and may share a zone.",
        "侵入者どうしは邪魔にならず、同じゾーンにいてもかまいません。",
    ),
    (
        "17.10",
        "Once an intruder's move is locked he does not move on in this turn.",
        "侵入者の移動は、一度確定したら、そのターンに続きを動くことはできません。",
    ),
)
