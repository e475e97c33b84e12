"""Ninja Scroll Trick: the two-player game with the shadow."""

from __future__ import annotations

SHADOW: tuple[tuple[str, str, str], ...] = (
    # 9. Two players: the shadow
    (
        "9.1",
        (
            "Two people play by all these rules, and the shadow is added. Both open three cards and lay scrolls "
            "as usual."
        ),
        "2人のときは、ここまでの規則に影が加わります。2人とも、いつもどおり3枚開いて巻物を置きます。",
    ),
    (
        "9.2",
        (
            "Both get seven ninja cards and, for round 1, a +3, a +1 and a −1. One of them starts, takes the "
            "reference card and chooses trump."
        ),
        (
            "2人に忍者カード7枚ずつと、ラウンド1には +3・+1・−1 を配ります。どちらかがスタートプレイヤーになり、"
            "リファレンスカードを受け取って切り札を選びます。"
        ),
    ),
    (
        "9.3",
        (
            "After the trump choice of each round seven of the cards left are laid between the two, face down in "
            "one row: the hand of the shadow. Nobody opens a card before."
        ),
        (
            "各ラウンド、切り札が決まったら、残りのカードから7枚を2人の間に裏向きで一列に並べ、影の手札にします。"
            "それまでは誰もカードを開きません。"
        ),
    ),
    (
        "9.4",
        "The three leftmost cards of the row are turned face up.",
        "列の左から3枚を表向きにします。",
    ),
    (
        "9.5",
        (
            "Three scrolls are shuffled and laid face down on those three, one on each, so that nobody knows "
            "which is where."
        ),
        "3枚の巻物を混ぜ、その3枚に1枚ずつ裏向きで置きます。どれがどこかは誰も知りません。",
    ),
    (
        "9.6",
        "In round 1 these are a +3, a +1 and a −1, in rounds 2 and 3 three from the pile.",
        "ラウンド1は +3・+1・−1、ラウンド2と3は山から引いた3枚です。",
    ),
    (
        "9.7",
        (
            "Of these scrolls only the leftmost is turned face up, unless the table chose that the shadow turns "
            "more by its rank."
        ),
        "そのうち、いちばん左の巻物だけを表向きにします。順位に応じて影も開く設定もあります。",
    ),
    (
        "9.8",
        (
            "The shadow plays in its turn like everybody else. Which card it plays, these rules decide and "
            "nobody else, from its open cards alone."
        ),
        "影も順番が来たら1枚出します。どのカードかは、開いているカードの中から規則だけで決まり、誰も選びません。",
    ),
    (
        "9.9",
        "The face-down cards of its row do not count for following. The shadow never breaks the duty to follow.",
        "列の裏向きのカードは、種類を合わせる義務に関係しません。影が義務に背くことはありません。",
    ),
    (
        "9.10",
        "If an open card has the led kind, the shadow plays that kind, even if it loses or is trump.",
        "開いたカードに親と同じ種類があれば、負けるカードでも切り札でも、影はその種類を出します。",
    ),
    (
        "9.11",
        "Of several cards of the led kind the leftmost is played.",
        "親と同じ種類が複数あれば、いちばん左のカードを出します。",
    ),
    (
        "9.12",
        "If no open card has the led kind, the leftmost open card is played.",
        "親と同じ種類が開いていなければ、いちばん左のカードを出します。",
    ),
    (
        "9.13",
        (
            "If the shadow wins a trick, it leads the next with its leftmost card. With two players the winner "
            "always leads."
        ),
        "影が勝ったら、次は影が親になり、いちばん左のカードを出します。2人のときは、いつも勝った側が親です。",
    ),
    (
        "9.14",
        "The scroll on the card that the shadow plays goes with it.",
        "影が出すカードの巻物も、一緒に出します。",
    ),
    (
        "9.15",
        (
            "Before the next trick the row is restored: cards are opened from the left until three show, each "
            "gets a new face-down scroll from the pile, and the leftmost scroll is turned up if it is not yet. "
            "Nothing is opened during a trick."
        ),
        (
            "次の力比べの前に列を整えます。3枚見えるように左から開き、開いたカードに山から新しい巻物を裏向きで置"
            "き、いちばん左の巻物が裏向きなら表にします。力比べの途中では開きません。"
        ),
    ),
    (
        "9.16",
        (
            "So the shadow has three scrolls as long as three cards are left, and seven scrolls come into play "
            "on its cards in a round."
        ),
        "こうして影は、カードが3枚残るかぎり巻物を3枚持ちます。1ラウンドに影のカードに乗る巻物は7枚です。",
    ),
    (
        "9.17",
        "A person who wins takes the scrolls as usual, those of the shadow too.",
        "人が勝ったときは、影の分も含めて、いつもどおり巻物を取ります。",
    ),
    (
        "9.18",
        (
            "If the shadow wins, the scrolls of the trick are laid face up above its row and are its points; the "
            "cards are discarded."
        ),
        "影が勝ったときは、巻物を列の上に表向きに並べて影の獲得点とし、カードは捨て札にします。",
    ),
    # 10. Two players: round and end
    (
        "10.1",
        "With two players, too, a round ends when all hands are used up; the row is empty then as well.",
        "2人のときも、手札がなくなるとラウンドが終わります。列も同時になくなります。",
    ),
    (
        "10.2",
        (
            "As usual the person with the most points turns scrolls in rounds 2 and 3. The shadow is ranked with "
            "them, but turns nothing extra unless the table chose so."
        ),
        (
            "いつもどおり、ラウンド2と3では獲得点の高い人が巻物を開きます。影も順位に数えますが、設定がなければ余"
            "分には開きません。"
        ),
    ),
    (
        "10.3",
        (
            "If the shadow has the most points after round 1 or 2, the match is over at once and nobody wins. On "
            "equal points play goes on, unless the table chose otherwise."
        ),
        (
            "ラウンド1か2のあと、影の獲得点がいちばん高ければ、その場でゲームオーバーとなり、勝者はいません。人と"
            "同点なら続けます(卓の設定で変えられます)。"
        ),
    ),
    (
        "10.4",
        "After round 3 that does not apply: the match ends by its points.",
        "ラウンド3のあとには、これは当てはまりません。得点で終わります。",
    ),
    (
        "10.5",
        (
            "The highest total wins, with the same tie-breaks. The shadow can win, unless the table chose "
            "otherwise; if all is equal, the person is before it."
        ),
        (
            "合計がいちばん高い側の勝ちで、同点の決め方も同じです。設定で除かないかぎり影も勝つことがあり、すべて"
            "同じなら人の勝ちです。"
        ),
    ),
    (
        "10.6",
        "Drawing and the reference card concern the two people only; the shadow never starts a round.",
        "巻物を引くのもリファレンスカードを受け取るのも2人だけです。影がスタートプレイヤーになることはありません。",
    ),
)
