"""Giryaku: components and areas, and the set-up."""

from __future__ import annotations

TABLE: tuple[tuple[str, str, str], ...] = (
    # 1. Components and areas
    (
        "1.1",
        "The box holds 32 cards: 13 samurai, 11 ninja and 8 onmyoji. Both players together never show more of a kind.",
        "札は全部で32枚、侍13枚、忍11枚、師8枚です。両者を合わせてこれより多く現れることはありません。",
    ),
    (
        "1.2",
        "Each player owns 15 cards: deck, hand, board and graveyard together. Two more cards stay out of the match.",
        "1人の札は、山札・手札・盤面・墓地を合わせて15枚です。残る2枚はこの対局では使いません。",
    ),
    (
        "1.3",
        "Two people play. Each has a board of three columns and two rows, lower and upper; the boards face each other.",
        "2人で遊びます。各自が3列×2段(下段・上段)の盤面を持ち、向かい合わせに置きます。",
    ),
    (
        "1.4",
        "A cell holds one card at most.",
        "1つのマスに置ける札は1枚までです。",
    ),
    (
        "1.5",
        "Each player has his own graveyard. A card goes to the graveyard of its owner, whoever caused it.",
        "墓地は各自にあります。誰の術技によるものでも、札は持ち主の墓地へ行きます。",
    ),
    (
        "1.6",
        "A card in a graveyard stays there for the rest of the match.",
        "墓地へ行った札は、対局が終わるまで墓地に残ります。",
    ),
    (
        "1.7",
        "Cards in a graveyard lie face up for both to see, also those that lay face down before.",
        "墓地の札は、伏せてあったものも含め、すべて表にして互いに見えるようにします。",
    ),
    (
        "1.8",
        "The long and the short Japanese names of ninja, onmyoji, card and turn mean the same.",
        "忍と忍者、師と陰陽師、札とカード、手番とターンは、それぞれ同じものを指します。",
    ),
    # 2. Set-up
    (
        "2.1",
        "Each player takes 6 samurai, 5 ninja and 3 onmyoji.",
        "両者とも、侍6枚、忍5枚、師3枚を取ります。",
    ),
    (
        "2.2",
        (
            "The four extra cards left over, a samurai, a ninja and two onmyoji, are laid face down. Each player adds "
            "one at random without looking, so nobody owns more than one card beyond the 14."
        ),
        (
            "余った侍1枚、忍1枚、師2枚が追札です。裏向きにして、表を見ずに1枚ずつ無作為に加えます。14枚を超える"
            "札は1人1枚だけです。"
        ),
    ),
    (
        "2.3",
        "Each player shuffles his 15 cards: they are his deck. From then on the options of the table stand.",
        "15枚をよく混ぜて各自の山札にします。それからあとは、卓の設定は変わりません。",
    ),
    (
        "2.4",
        "The last two extra cards lie face down and apart, unseen to the end.",
        "残った追札2枚は、伏せたまま別に除けておき、最後まで見ません。",
    ),
    (
        "2.5",
        "Each player draws three cards and shows them to the other.",
        "各自が山札から3枚を引き、互いに公開します。",
    ),
    (
        "2.6",
        (
            "Whoever shows two or more onmyoji returns all three, shuffles and draws three again. This goes on until "
            "neither player shows two."
        ),
        "師が2枚以上ある人は、3枚とも山札に戻して混ぜ、引き直します。どちらも1枚以下になるまで繰り返します。",
    ),
    (
        "2.7",
        (
            "The first player, then the second, lays exactly two of his three cards face down, in the lower row of "
            "two columns."
        ),
        "先攻、後攻の順に、3枚のうちちょうど2枚を、別々の列の下段に裏向きで置きます。",
    ),
    (
        "2.8",
        "When both have laid theirs, the opening cards are turned face up. They are of the three that were shown.",
        "両者が置いたら、置いた札を表にします。どれも公開した3枚のうちの札です。",
    ),
    (
        "2.9",
        "The third card is the hand, and everybody knows it. Each player then draws one more and holds two.",
        "置かなかった1枚が手札になり、これは互いに知っています。続いて1枚ずつ引き、手札は2枚になります。",
    ),
    (
        "2.10",
        "The opening fires no skill.",
        "初期配置では術技は発動しません。",
    ),
    (
        "2.11",
        "The table says who goes first.",
        "先攻は卓で決めます。",
    ),
)
