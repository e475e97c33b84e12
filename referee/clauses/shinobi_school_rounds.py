"""The reveal, the first field, the start player, scores and rounds (SCHOOL-9 to 13)."""

from __future__ import annotations

ROUNDS: tuple[tuple[str, str, str], ...] = (
    # 9. Split and reveal
    (
        "9.1",
        "Everybody looks at his cards and splits them before the first field is made.",
        "最初の場を作る前に、各自が自分のカードを見て天と地に分けます。",
    ),
    (
        "9.2",
        "Heaven is held hidden. How many cards it has may be counted.",
        "天の中身は隠して持ちます。枚数は数えてかまいません。",
    ),
    (
        "9.3",
        (
            "Earth lies face down until everybody is ready, then all turn it up at the same time. After that no "
            "split is changed."
        ),
        "地は全員の用意ができるまで裏向きに置き、そろったら同時に表にします。そのあと分け方は変えられません。",
    ),
    # 10. The first field
    (
        "10.1",
        "At the start of each round two cards are turned from the stock.",
        "各ラウンドの初めに、山札を2枚めくります。",
    ),
    (
        "10.2",
        "If their numbers differ they make two tiers of one card, the smaller on top.",
        "数字が違えば、小さいほうを上にして1枚ずつの2段にします。",
    ),
    (
        "10.3",
        (
            "If they are equal, more cards are turned until another number comes. The equal cards make one tier and "
            "the other card a second one, in rising order."
        ),
        "同じ数字なら、別の数字が出るまでめくり続けます。同じ数字で1段、別の1枚でもう1段とし、小さいほうを上にします。",
    ),
    (
        "10.4",
        "In that case the larger tier is sealed from the start.",
        "その場合は、枚数の多い段が最初から封印されています。",
    ),
    (
        "10.5",
        "The rest of the stock is not used in the round.",
        "めくり終えたら、山札はそのラウンドではもう使いません。",
    ),
    # 11. The start player
    (
        "11.1",
        "For the first round the table decides who starts.",
        "最初のラウンドのスタートプレイヤーは、みんなで決めます。",
    ),
    (
        "11.2",
        "The start player begins once the first field lies.",
        "最初の場ができてから、スタートプレイヤーが手番を始めます。",
    ),
    # 12. Scores
    (
        "12.1",
        "Whoever got rid of all his cards scores 5 points.",
        "屋敷を空にした人は5点を得ます。",
    ),
    (
        "12.2",
        "The others count heaven and earth apart. On each side, all cards of one number make a group.",
        "ほかの人は、天と地をそれぞれ計算します。どちらの側でも、同じ数字をひとまとまりにします。",
    ),
    (
        "12.3",
        (
            "A group of one costs 1 point, of two 3, of three 6, of four 10, of five 15. The cost of a side is the sum "
            "of its groups."
        ),
        "失点は1枚なら1点、2枚なら3点、3枚なら6点、4枚なら10点、5枚なら15点です。これを側ごとに合計します。",
    ),
    (
        "12.4",
        "Equal numbers on both sides stay two groups.",
        "天と地の両方に同じ数字があっても、まとめずに別々に数えます。",
    ),
    (
        "12.5",
        "The player loses the larger of the two costs, once. An empty side costs nothing.",
        "天と地を比べて、大きいほうだけを失点します。同じならその点を1回だけ失います。空の側は0点です。",
    ),
    # 13. Next round and end
    (
        "13.1",
        "The winner of a round starts the next one.",
        "ラウンドの勝者が、次のラウンドのスタートプレイヤーになります。",
    ),
    (
        "13.2",
        "After the last round the scores of all rounds are added up and the highest total wins.",
        "最後のラウンドが終わったら、全ラウンドの点数を合計し、いちばん高い人が勝ちます。",
    ),
)
