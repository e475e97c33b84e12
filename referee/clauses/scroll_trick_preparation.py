"""Ninja Scroll Trick: the preparation phase."""

from __future__ import annotations

PREPARATION: tuple[tuple[str, str, str], ...] = (
    # 3. Deal and trump
    (
        "3.1",
        "At the start of every round all 35 ninja cards are shuffled together, discards included.",
        "各ラウンドの初めに、捨て札も含めて35枚の忍者カードをすべて混ぜます。",
    ),
    (
        "3.2",
        "Everybody is dealt exactly seven. A registered hand has seven cards and does not change afterwards.",
        "1人に7枚ずつ配ります。登録する手札は7枚で、あとから変えられません。",
    ),
    (
        "3.3",
        (
            "Cards left over lie face down in the centre, where the discards go: 14 with three players or two, 7 "
            "with four, none with five. Nobody looks at them."
        ),
        (
            "余ったカードは裏向きで中央に重ね、捨て札の場所にします。3人と2人なら14枚、4人なら7枚、5人なら0枚です"
            "。誰も見てはいけません。"
        ),
    ),
    (
        "3.4",
        (
            "The start player, and nobody else, chooses one of the five trump cards before any card is opened. A "
            "kind of an earlier round may be chosen again."
        ),
        (
            "カードを開く前に、スタートプレイヤーだけが切り札カードを1枚選びます。前のラウンドと同じ種類でもかま"
            "いません。"
        ),
    ),
    (
        "3.5",
        "He may look at his hand before he chooses.",
        "手札を見てから選んでかまいません。",
    ),
    (
        "3.6",
        (
            "The chosen card lies on top where all can see it. Trump stays the same for the whole round, and all "
            "five are free again in the next."
        ),
        (
            "選んだカードは、全員に見えるようにいちばん上に置きます。切り札はラウンド中変わらず、次のラウンドでは"
            "また5枚から選べます。"
        ),
    ),
    # 4. Opening cards
    (
        "4.1",
        (
            "From the start player clockwise, in three laps, everybody opens one card of his hand at a time, "
            "face up before himself."
        ),
        "スタートプレイヤーから時計回りに、手札から1枚ずつ自分の前に表向きで開きます。これを3周します。",
    ),
    (
        "4.2",
        "Everybody opens exactly three; nobody may do without.",
        "全員がちょうど3枚開きます。開かずに済ますことはできません。",
    ),
    (
        "4.3",
        "Open cards still belong to the hand: three open and four closed ones are the hand of seven.",
        "開いたカードも手札のうちです。開いた3枚と、手に持つ4枚を合わせて手札と呼びます。",
    ),
    # 5. Placing and turning scrolls
    (
        "5.1",
        (
            "When all have opened three cards, everybody lays his three scrolls on them, one on each, as he "
            "likes. The order among players does not matter."
        ),
        "全員が3枚開いたら、各自3枚の巻物を自分の開いたカードに1枚ずつ好きなように置きます。置く順番は問いません。",
    ),
    (
        "5.2",
        "Scrolls are laid face down, so that only their owner knows the values.",
        "巻物は裏向きに置き、点数は持ち主だけが知っています。",
    ),
    (
        "5.3",
        "In round 1 these are the +3, +1 and −1 of the beginning, in rounds 2 and 3 the three drawn between rounds.",
        "ラウンド1は最初に取った +3・+1・−1、ラウンド2と3は前のラウンドの後に引いた3枚を使います。",
    ),
    (
        "5.4",
        "In round 1 no scroll is turned.",
        "ラウンド1では巻物を開きません。",
    ),
    (
        "5.5",
        "In round 2, after placing, whoever has captured the most points turns exactly one of his scrolls face up.",
        "ラウンド2では、置いたあと、獲得点がいちばん高い人が自分の巻物を1枚表向きにします。",
    ),
    (
        "5.6",
        "In round 3 whoever has the most points turns exactly two of his scrolls.",
        "ラウンド3では、獲得点がいちばん高い人が自分の巻物を2枚表向きにします。",
    ),
    (
        "5.7",
        "In round 3 whoever comes next on points turns exactly one of his.",
        "ラウンド3では、次に獲得点が高い人も自分の巻物を1枚表向きにします。",
    ),
    (
        "5.8",
        (
            "On equal points everybody concerned turns the full number. In round 3 the next lower points then "
            "still turn one, unless the table chose otherwise."
        ),
        (
            "同点なら、該当する全員が決められた枚数を開きます。ラウンド3では、1位が複数いても次の得点の人は1枚開"
            "きます(卓の設定で変えられます)。"
        ),
    ),
    (
        "5.9",
        (
            "The owner chooses which. A turned scroll stays on its card, and the first trick waits until all who "
            "are due have turned theirs."
        ),
        (
            "どれを開くかは持ち主が選びます。開いた巻物はカードの上に残します。該当者がみな開くまで、力比べは始ま"
            "りません。"
        ),
    ),
    (
        "5.10",
        (
            "What counts here are points captured in earlier rounds. Scrolls on one's own open cards belong to "
            "nobody yet."
        ),
        (
            "ここで数えるのは、前のラウンドまでの獲得点です。自分の開いたカードの上の巻物は、まだ誰のものでもあり"
            "ません。"
        ),
    ),
)
