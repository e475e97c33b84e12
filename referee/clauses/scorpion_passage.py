"""NINJA: Legend of the Scorpion Clan: the secret passage, for intruders and for guards."""

from __future__ import annotations

PASSAGE: tuple[tuple[str, str, str], ...] = (
    # 25. Secret passage
    (
        "25.1",
        "At first only the intruders know the entrances of the secret passage.",
        "秘密の抜け穴の入り口は、初めは侵入者しか知りません。",
    ),
    (
        "25.2",
        "The passage has two entrances and touches no other zone of the map.",
        "抜け穴の入り口は2つで、ほかのゾーンからは出入りできません。",
    ),
    (
        "25.3",
        "The passage counts as one zone. Entering it and leaving it cost one zone of movement each.",
        "抜け穴は1つのゾーンです。入るのも出るのも、それぞれ1ゾーンの移動です。",
    ),
    (
        "25.4",
        "An intruder who is in the passage together with a guard is discovered.",
        "抜け穴の中で護衛と一緒になった侵入者は、発見されます。",
    ),
    (
        "25.5",
        "A stay in the passage is recorded with the turn number in a circle.",
        "抜け穴の中にいたことは、丸で囲んだターン番号で記録します。",
    ),
    (
        "25.6",
        "Nobody goes through the passage in one turn: entering it ends the move.",
        "抜け穴は1ターンでは抜けられません。入ると移動は終わります。",
    ),
    (
        "25.7",
        (
            "To enter, an intruder's own Secret Passage card is laid in front of him face down and his figure is put "
            "on it, for all to see."
        ),
        (
            "侵入者が入るには、自分の「秘密の抜け穴」を裏向きで前に置き、その上に、全員に見えるようにフィギュアを載せま"
            "す。"
        ),
    ),
    (
        "25.8",
        "Each figure needs a card of its own. The Ninja and the Traitor cannot use each other's.",
        "入るフィギュアごとにカードが1枚要ります。忍者と謀反人は、互いのカードを使えません。",
    ),
    (
        "25.9",
        (
            "When a figure comes out, a guard goes onto the board and an intruder is hidden again. The card stays face "
            "up in front, and from then on the passage is an extra zone for its owner, unless the table chose "
            "otherwise."
        ),
        (
            "出るとき、護衛のフィギュアはボードに置き、侵入者はまた隠れます。カードは表向きで前に残り、卓で別に決めてい"
            "なければ、持ち主はその後も抜け穴をゾーンとして使えます。"
        ),
    ),
    (
        "25.10",
        "The figure may come out at either entrance, in the next turn at the earliest.",
        "出るのはどちらの入り口からでもかまいませんが、早くても次のターンです。",
    ),
    (
        "25.11",
        (
            "If a guard who moved ends his move in an entrance zone, that entrance is revealed, and from then on the "
            "guards may use the passage. The table may let guards who stay there find it too."
        ),
        (
            "動いた護衛が入り口のゾーンで移動を終えると、その入り口は公開され、その後は護衛も抜け穴を使えます。卓で決め"
            "れば、そこにいるだけの護衛にも見つかります。"
        ),
    ),
    (
        "25.12",
        "Finding the passage does not raise the alert, unless the table chose otherwise.",
        "抜け穴が見つかっても、卓で別に決めていなければ、警戒レベルは変わりません。",
    ),
    (
        "25.13",
        "A guard who moves through an entrance zone without stopping finds nothing.",
        "入り口のゾーンを素通りした護衛は、何も見つけません。",
    ),
    (
        "25.14",
        (
            "With four players the guard players may use each other's Secret Passage cards, unless the table chose "
            "otherwise."
        ),
        "4人なら、卓で別に決めていなければ、護衛の2人は互いの「秘密の抜け穴」を使えます。",
    ),
    (
        "25.15",
        (
            "A guard inside is not told where the other entrance is. It is found only when a guard ends a move there "
            "by chance or comes out there."
        ),
        (
            "中の護衛にも、もう一方の入り口の場所は教えません。たまたまそこで移動を終えるか、そこから出たときに初めて分"
            "かります。"
        ),
    ),
    (
        "25.16",
        "An intruder in the passage cannot be heard from outside.",
        "抜け穴の中の侵入者の物音は、外には聞こえません。",
    ),
    (
        "25.17",
        "A guard in the passage cannot listen.",
        "抜け穴の中の護衛は、聞き耳ができません。",
    ),
    (
        "25.18",
        "A guard leaves the passage only by Sentry Search or Patrol Search.",
        "護衛は、「衛兵の探索」か「見回りの探索」でだけ抜け穴から出られます。",
    ),
    (
        "25.19",
        (
            "Guards play a Secret Passage card before they first enter; the table may let that card move a guard in at "
            "once. With one such card played, one guard at a time may be inside, and he enters by Sentry Search."
        ),
        (
            "護衛が入るには、まず「秘密の抜け穴」を1枚出します(卓で決めれば、そのカードですぐに入れます)。1枚なら、「衛"
            "兵の探索」で入った1体だけが中にいられます。"
        ),
    ),
    (
        "25.20",
        (
            "With two Secret Passage cards played, two guards may be inside, and Patrol Search may take two in or out "
            "together."
        ),
        "「秘密の抜け穴」が2枚出ていれば2体まで中にいられ、「見回りの探索」で2体一緒に出入りもできます。",
    ),
    (
        "25.21",
        (
            "It helps the guards to note where they ended their moves: this narrows down where the passage can be. The "
            "app may show these notes to all."
        ),
        (
            "護衛が移動を終えたゾーンを書き留めると、抜け穴のありそうな所を絞れます。アプリはその記録を全員に見せること"
            "があります。"
        ),
    ),
    (
        "25.22",
        "Coming out counts as entering that zone: if the other side is there, the rules of discovery apply.",
        "抜け穴から出るのは、そのゾーンに入るのと同じです。相手側がいれば、発見の決まりに従います。",
    ),
    (
        "25.23",
        (
            "The figure on the card shows who is inside, but that alone is no discovery: the alert does not rise, and "
            "only a guard who is inside too can attack him."
        ),
        (
            "カードの上のフィギュアで、誰が中にいるかは分かります。それだけでは発見ではなく、警戒は上がらず、攻撃できる"
            "のも中にいる護衛だけです。"
        ),
    ),
)
