"""NINJA: Legend of the Scorpion Clan: sides, missions and the cards everybody begins with."""

from __future__ import annotations

SETUP: tuple[tuple[str, str, str], ...] = (
    # 2. Set-up: sides and missions
    (
        "2.1",
        "The board may lie any way round.",
        "ボードの向きは自由です。",
    ),
    (
        "2.2",
        "The game begins in turn 1 with no alert.",
        "警戒レベルは「無」、ターンは1から始めます。",
    ),
    (
        "2.3",
        (
            "The table decides who takes which side. With two players each takes one; with three, two players take one "
            "intruder each; with four, the guards are shared as well, swords for one player and spears for the other."
        ),
        (
            "誰がどちら側になるかは卓で決めます。2人なら1人ずつ、3人なら忍者と謀反人を別の人が、4人ならさらに護衛も刀と"
            "槍に分けて2人が受け持ちます。"
        ),
    ),
    (
        "2.4",
        (
            "Where the rules speak of a side as one player, two players of that side act together, unless a clause "
            "gives something to one of them alone."
        ),
        (
            "規則では、どちらの側も1人であるかのように書いています。2人いる側は、特に定めがないかぎり、2人で1人分として"
            "動きます。"
        ),
    ),
    (
        "2.5",
        (
            "One mission is drawn for the Ninja and another one for the Traitor, so their letters differ. The guards "
            "do not see them."
        ),
        "使命タイルを切り、忍者と謀反人に1枚ずつ引きます。2人の文字は必ず違い、護衛は見ません。",
    ),
    (
        "2.6",
        "The four tiles left over stay aside, and nobody looks at them.",
        "残りの4枚は伏せて脇に置き、誰も見ません。",
    ),
    (
        "2.7",
        "The places of the missions are inside the castles. The intruders do not know where.",
        "使命の場所は2つの城のどこかです。侵入者はそれを知りません。",
    ),
    (
        "2.8",
        (
            "With three or four players the two intruder players may show each other their missions and chosen cards, "
            "except in Disputed Ground."
        ),
        "3〜4人で遊ぶとき、侵入者の2人は使命と手札を見せ合えます。「争いの地」では見せ合えません。",
    ),
    # 3. Set-up: hands
    (
        "3.1",
        "The Ninja's hand is 8 cards chosen from the 12 Ninja cards, unless the table chose another number.",
        "忍者の手札は、12枚の忍者カードから選んだ8枚です。枚数は卓で変えられます。",
    ),
    (
        "3.2",
        "The Traitor's hand is 7 cards chosen from the 10 Traitor cards, unless the table chose another number.",
        "謀反人の手札は、10枚の謀反人カードから選んだ7枚です。枚数は卓で変えられます。",
    ),
    (
        "3.3",
        "The two hands stay apart. A Ninja card serves only the Ninja, a Traitor card only the Traitor.",
        "2つの手札は混ぜません。忍者カードは忍者だけ、謀反人カードは謀反人だけが使います。",
    ),
    (
        "3.4",
        (
            "The guards do not see which cards the intruders chose. The cards not chosen are out of play until that "
            "intruder returns after a death."
        ),
        "侵入者が何を選んだかは護衛に見せません。選ばなかったカードは、その侵入者が死んで再び登場するまで使いません。",
    ),
    (
        "3.5",
        (
            "A single guard player chooses 24 of the 36 guard cards as his hand. The other 12 are shuffled and become "
            "his deck."
        ),
        "護衛が1人なら、36枚の護衛カードから24枚を手札に選びます。あとの12枚を切ったものが山札です。",
    ),
    (
        "3.6",
        (
            "With four players the two guard players take 18 guard cards each. Each chooses 12 of his as a hand and "
            "shuffles the other 6 as a deck of his own."
        ),
        (
            "4人なら、護衛の2人が護衛カードを18枚ずつ受け持ちます。それぞれ12枚を手札に選び、6枚を切って自分の山札にし"
            "ます。"
        ),
    ),
    (
        "3.7",
        (
            "With four players the hands, decks and discard piles of the two guard players stay apart to the end. "
            "Exceptions are made only for Kenjutsu cards that come back from wounds and for Secret Passage."
        ),
        (
            "4人なら、護衛の2人の手札・山札・捨て札は最後まで別々です。例外は、負傷の印から戻る「剣術」と、「秘密の抜け"
            "穴」だけです。"
        ),
    ),
    (
        "3.8",
        (
            "Suggested hands, which nobody must take: guards Awaken 4, Kenjutsu 2, Patrol Listen 4, Patrol Search 4, "
            "Sentry Listen 6, Sentry Search 4; Ninja Kenjutsu 2, Rope 2, Secret Passage 1, Shadow Walk 1, Shuriken 2; "
            "Traitor It Was Just a Cat 1, Kenjutsu 2, Potent Sake 2, Rope 1, Secret Passage 1."
        ),
        (
            "手札の例です(従わなくてもかまいません)。護衛は目覚め4、剣術2、見回りの聞き耳4、見回りの探索4、衛兵の聞き耳"
            "6、衛兵の探索4。忍者は剣術2、縄2、秘密の抜け穴1、影歩き1、手裏剣2。謀反人はただの猫だ1、剣術2、強い酒2、縄"
            "1、秘密の抜け穴1。"
        ),
    ),
)
