"""Deck, aim, sets, the common field and its seal (SCHOOL-1 to 5)."""

from __future__ import annotations

FIELD: tuple[tuple[str, str, str], ...] = (
    # 1. Deck and deal
    (
        "1.1",
        "The full deck has the numbers 1 to 13, five cards of each: 65 ninja cards.",
        "忍者カードは1から13まで各5枚、全部で65枚です。",
    ),
    (
        "1.2",
        "With five players everybody is dealt 11 cards face down from the whole shuffled deck. Ten cards are left.",
        "5人のときは、全部をよく混ぜて1人に11枚ずつ裏向きに配ります。10枚残ります。",
    ),
    (
        "1.3",
        (
            "Three to five can play. Four get 13 cards each from the full deck. Three get 15 each from a deck "
            "without its 12s and 13s."
        ),
        "3人から5人で遊べます。4人なら全部のカードから13枚ずつ、3人なら12と13を除いて15枚ずつ配ります。",
    ),
    (
        "1.4",
        "The cards left over are the face-down stock. Nobody looks at them.",
        "配り残したカードが山札です。裏向きに置き、誰も見ません。",
    ),
    (
        "1.5",
        "Before every round the whole deck is shuffled and dealt anew.",
        "ラウンドごとに、すべてのカードを混ぜ直して配り直します。",
    ),
    # 2. Aim and ends
    (
        "2.1",
        "There is one common field for all players.",
        "共通の場は、全員で1つだけ使います。",
    ),
    (
        "2.2",
        "Each player splits his cards into a hidden part and an open part. Both together are his mansion.",
        "手元のカードは、見せない分と見せる分に分けます。両方を合わせたものが屋敷です。",
    ),
    (
        "2.3",
        (
            "In a turn a player may place cards from his mansion on the field and collect cards from the field. "
            "Both are called moves."
        ),
        "手番には、屋敷のカードを場に置く配置と、場のカードを屋敷に入れる回収ができます。どちらも移動といいます。",
    ),
    (
        "2.4",
        (
            "A round ends at once when a player places the last card of his mansion, heaven and earth both empty. "
            "Nothing more is played, not even the second action of that turn."
        ),
        (
            "天も地も空になるように屋敷の最後のカードを配置すると、その場でラウンドは終わります。その手番にアクション"
            "が残っていても行いません。"
        ),
    ),
    (
        "2.5",
        (
            "That player wins the round and gains points; all others lose some. One empty side alone ends nothing "
            "while the other still holds cards."
        ),
        (
            "出し切った人がラウンドの勝者で得点し、ほかの人は失点します。天か地の片方だけが空になっても、ラウンドは"
            "続きます。"
        ),
    ),
    (
        "2.6",
        "Three rounds are played, and the highest total wins the match.",
        "ラウンドは3回です。合計点がいちばん高い人がゲームに勝ちます。",
    ),
    # 3. Sets
    (
        "3.1",
        "A move takes one card, or several cards of the same number together, as one set.",
        "移動できるのは、カード1枚か、数字の同じ複数枚です。これを組といいます。",
    ),
    (
        "3.2",
        "A single card counts as a set of one in every rule.",
        "1枚だけでも、どのルールでも1枚の組として扱います。",
    ),
    (
        "3.3",
        (
            "A placed set may be any of the cards of its number on one side, from one to all of them. Cards of "
            "heaven and earth are never joined into one set."
        ),
        "組にする枚数は、天か地の一方にある同じ数字のうち、1枚から全部まで自由です。天と地のカードを1組にはできません。",
    ),
    # 4. The field
    (
        "4.1",
        (
            "The field is a column of tiers with one set each, and the numbers rise from top to bottom. Cards of a "
            "set lie side by side so that all can count them."
        ),
        "場は段を縦に並べたもので、1段に1組を置き、上から下へ数字が大きくなります。枚数が見えるよう横に並べます。",
    ),
    (
        "4.2",
        (
            "A set is placed at the top if its number is smaller than that of the top tier and it has at least as "
            "many cards. It becomes the new top tier."
        ),
        "最上段より数字が小さく、枚数が最上段と同じか多い組は、その上に配置できます。そこが新しい最上段になります。",
    ),
    (
        "4.3",
        (
            "A set is placed at the bottom if its number is larger than that of the bottom tier and it has at least "
            "as many cards. It becomes the new bottom tier."
        ),
        "最下段より数字が大きく、枚数が最下段と同じか多い組は、その下に配置できます。そこが新しい最下段になります。",
    ),
    (
        "4.4",
        (
            "A number equal to that of an end or between the two ends cannot be placed. Gaps between the numbers of "
            "neighbouring tiers are allowed."
        ),
        "両端のどちらかと同じ数字や、両端の間の数字は配置できません。隣り合う段の数字は飛んでいてもかまいません。",
    ),
    (
        "4.5",
        "On an empty field any number may be placed, in a set of any size.",
        "場にカードがなければ、どの数字を何枚の組で配置してもかまいません。",
    ),
    (
        "4.6",
        "Collecting takes the whole set of the top tier or of the bottom tier, never a part or an inner tier.",
        "回収するのは、最上段か最下段の組の全部です。一部だけや、内側の段は回収できません。",
    ),
    (
        "4.7",
        "A tier of three or more cards can never be collected.",
        "3枚以上の段は、いつでも回収できません。",
    ),
    (
        "4.8",
        "Nothing can be collected while the field has a single tier, or none.",
        "場の段が1つだけのとき、または1つもないときは、回収できません。",
    ),
    (
        "4.9",
        "A single tier is both ends: sets above and below it are measured against the same tier.",
        "1段だけのときは、その段が最上段でも最下段でもあります。上でも下でも、その段と比べて配置します。",
    ),
    # 5. The seal
    (
        "5.1",
        "When the top tier and the bottom tier differ in size, the larger one is sealed: the token goes on it at once.",
        "最上段と最下段の枚数が違えば、多いほうが封印されます。すぐに封印コマを置きます。",
    ),
    (
        "5.2",
        "At a sealed end nothing may be placed and nothing collected.",
        "封印された端には、配置も回収もできません。",
    ),
    (
        "5.3",
        "As soon as both end tiers have the same size, the token comes off and that end is free again.",
        "両端の枚数がそろうと、すぐに封印コマを外します。その端はまた使えます。",
    ),
    (
        "5.4",
        (
            "The seal is looked at after every change of the field. It can appear, vanish or jump between the two "
            "actions of a turn."
        ),
        "封印は、場が変わるたびに見直します。1つの手番の2つのアクションの間にも、付いたり外れたり移ったりします。",
    ),
    (
        "5.5",
        (
            "At most one end is sealed, and none on a field with fewer than two tiers. A set placed at the free end "
            "is compared with that end alone, and may then be sealed itself."
        ),
        "封印されるのは一方の端だけで、段が2つなければ起きません。空いた端への配置はその端とだけ比べ、置いた組が封印されることもあります。",
    ),
)
