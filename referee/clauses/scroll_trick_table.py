"""Ninja Scroll Trick: the frame, what is in the box, and the set-up."""

from __future__ import annotations

TABLE: tuple[tuple[str, str, str], ...] = (
    # 1. Frame
    (
        "1.1",
        "Two to five people play. With exactly two, the rules on the shadow are added to all others.",
        "2〜5人で遊びます。2人のときだけ、影の規則がほかのすべての規則に加わります。",
    ),
    (
        "1.2",
        "A match is three rounds. Each is a preparation phase and then a contest phase, in this order.",
        "対局は3ラウンドです。各ラウンドは準備フェーズ、勝負フェーズの順に進みます。",
    ),
    (
        "1.3",
        (
            "The sum of the values on captured scrolls decides the match, and nothing else. Points are never "
            "entered without scrolls."
        ),
        "勝敗は、獲得した巻物に書かれた点数の合計だけで決まります。巻物のない点数は入力できません。",
    ),
    # 2. What is in the box, and set-up
    (
        "2.1",
        (
            "There are 35 ninja cards: five kinds of seven, all of different numbers within a kind. Every card "
            "exists once, so none is in two places in a round."
        ),
        (
            "忍者カードは5種類が7枚ずつ、全部で35枚です。同じ種類に同じ数字はありません。どのカードも1枚だけなの"
            "で、1ラウンドに2か所に現れることはありません。"
        ),
    ),
    (
        "2.2",
        "There are five trump cards, one for each kind.",
        "切り札カードは、種類ごとに1枚ずつ、全部で5枚です。",
    ),
    (
        "2.3",
        (
            "Of the two reference cards, one in Japanese and one in English, one marks the start player; the "
            "other may serve as an aid."
        ),
        (
            "リファレンスカードは日本語版と英語版の2枚です。1枚をスタートプレイヤーの目印にし、もう1枚は手元で確"
            "認に使えます。"
        ),
    ),
    (
        "2.4",
        "There are 45 scroll tiles. Their values are +1, +3, +5, +7, +10, −1, −3 and −5, and no others.",
        "巻物タイルは45枚です。点数は +1、+3、+5、+7、+10、−1、−3、−5 だけです。",
    ),
    (
        "2.5",
        (
            "How many scrolls of each value there are, the owner of the box counts: 45 together, 5 or more of "
            "+3, +1 and −1 each, and at least one of every other value. Until then up to 30 of +3, +1 and −1 "
            "each and up to 26 of any other value are taken for possible."
        ),
        (
            "各点数の巻物の枚数は、箱の持ち主が数えます。合計は45枚で、+3・+1・−1 は5枚以上ずつ、ほかの点数は1枚"
            "以上あります。数えるまでは、+3・+1・−1 は30枚まで、ほかは26枚までありうるものとします。"
        ),
    ),
    (
        "2.6",
        "Before the match ninja cards, trump cards and scrolls lie apart.",
        "始める前に、忍者カード、切り札カード、巻物タイルを分けておきます。",
    ),
    (
        "2.7",
        "Everybody takes exactly one +3, one +1 and one −1, once.",
        "各プレイヤーは +3、+1、−1 を1枚ずつ、1度だけ取ります。",
    ),
    (
        "2.8",
        "These three stay face down before their owner until scrolls are laid.",
        "取った3枚は、巻物を置くまで裏向きで手元に置きます。",
    ),
    (
        "2.9",
        "All other scrolls are shuffled face down and form the pile in the centre.",
        "残りの巻物は裏向きで混ぜ、中央の山にします。",
    ),
    (
        "2.10",
        "The first start player is whoever most recently watched or read something in which ninja appear.",
        "最近、忍者が出てくる作品を見たり読んだりした人が、最初のスタートプレイヤーです。",
    ),
    (
        "2.11",
        (
            "If nobody has, the youngest person starts. The table names one person, before a card is dealt, and "
            "never the shadow."
        ),
        "該当する人がいなければ、いちばん若い人です。カードを配る前に卓で1人を決めます。影はなれません。",
    ),
    (
        "2.12",
        "The start player takes the reference card, which shows that he starts the round.",
        "スタートプレイヤーは、目印としてリファレンスカードを受け取ります。",
    ),
)
