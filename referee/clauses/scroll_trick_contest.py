"""Ninja Scroll Trick: the contest phase, between rounds, and the end."""

from __future__ import annotations

CONTEST: tuple[tuple[str, str, str], ...] = (
    # 6. The contest phase
    (
        "6.1",
        "The start player leads the first trick of a round.",
        "ラウンド最初の力比べは、スタートプレイヤーから始めます。",
    ),
    (
        "6.2",
        "From the leader clockwise everybody plays exactly one card of his hand, face up.",
        "親から時計回りに、全員が手札を1枚ずつ表向きに出します。",
    ),
    (
        "6.3",
        "The leader may play any card of his hand, open or closed, trump or not.",
        "親は、開いたカードでも手の中のカードでも、切り札でも、好きな1枚を出せます。",
    ),
    (
        "6.4",
        (
            "Whoever has a card of the led kind in his hand must play one. Where only closed cards could prove "
            "it, the proof comes later."
        ),
        (
            "親が出した種類が手札にある人は、その種類を出さなければなりません。手の中のカードでしか分からないとき"
            "は、あとで明らかになります。"
        ),
    ),
    (
        "6.5",
        (
            "Only whoever has none of the led kind may play another kind: any card, open or closed. Trumping is "
            "allowed, never required."
        ),
        (
            "その種類が1枚もない人だけが、開いたカードでも手の中のカードでも、ほかの種類を出せます。切り札は出し"
            "てもよく、出す義務はありません。"
        ),
    ),
    (
        "6.6",
        "Open cards count for this duty: whoever has the led kind only among his open cards must follow with one.",
        "開いたカードもこの義務に含まれます。開いた中にしかその種類がなくても、出さなければなりません。",
    ),
    (
        "6.7",
        (
            "Whoever follows and has the led kind open plays an open card of it, even if he holds the kind "
            "closed as well. Of several he chooses; the table may have chosen to leave it open."
        ),
        (
            "続く人は、その種類が開いた中にあれば、手の中にもあっても開いたカードから出します。複数あれば選べます"
            "。卓の設定でこの決まりを外せます。"
        ),
    ),
    (
        "6.8",
        (
            "The scroll on an open card goes into the trick with it, face down or face up as it lies. A closed "
            "card brings none."
        ),
        (
            "開いたカードの巻物は、裏向きは裏向き、表向きは表向きのまま、カードと一緒に出します。手の中のカードに"
            "巻物は付きません。"
        ),
    ),
    (
        "6.9",
        "When everybody has played, the trick is judged, not before.",
        "全員が出してから力比べをします。その前には行いません。",
    ),
    (
        "6.10",
        "If there is a card of the trump kind in the trick, one of those wins, also when trump was led.",
        "切り札の種類が出ていれば、その人が勝ちます。親が切り札を出したときも同じです。",
    ),
    (
        "6.11",
        "Of several trump cards the highest number wins.",
        "切り札が複数あれば、数字のいちばん大きいものが勝ちます。",
    ),
    (
        "6.12",
        "Without trump the cards of the led kind compete, and the highest number wins.",
        "切り札が出ていなければ、親と同じ種類の中で数字のいちばん大きいものが勝ちます。",
    ),
    (
        "6.13",
        (
            "Other cards never win. If nobody else played the led kind and there is no trump, the leader wins, "
            "whatever the numbers."
        ),
        "それ以外のカードは勝てません。切り札がなく、ほかに親と同じ種類もなければ、数字にかかわらず親が勝ちます。",
    ),
    (
        "6.14",
        "The winner lays all ninja cards of the trick on the discards; they are out for the round.",
        "勝った人は、出された忍者カードをすべて捨て札にします。そのラウンドではもう使いません。",
    ),
    (
        "6.15",
        (
            "The winner takes every scroll of the trick, his own included, plus or minus. None may be left, and "
            "each counts at its value."
        ),
        (
            "勝った人は、自分の分も含めて力比べの巻物をすべて取ります。マイナスも残せません。書かれた点数がそのま"
            "ま獲得点になります。"
        ),
    ),
    (
        "6.16",
        "Captured scrolls lie face up before the winner; everybody sees all points at all times.",
        "獲得した巻物は表向きに並べます。獲得点はいつでも全員に見えています。",
    ),
    (
        "6.17",
        (
            "Whoever wins a trick leads the next, unless the table chose that the start player always leads. The "
            "reference card does not move."
        ),
        (
            "力比べに勝った人が次の親になります。いつもスタートプレイヤーが親になる設定もあります。リファレンスカ"
            "ードは動きません。"
        ),
    ),
    (
        "6.18",
        "Tricks go on until all hands are empty, which is after the seventh. Then the round ends.",
        "全員の手札がなくなるまで、つまり7回力比べをしたら、ラウンドが終わります。",
    ),
    # 7. Between rounds
    (
        "7.1",
        "After rounds 1 and 2 captured scrolls stay with their owners, face up.",
        "ラウンド1と2のあと、獲得した巻物は表向きのまま持ち主の前に残します。",
    ),
    (
        "7.2",
        "Everybody draws three scrolls at random from the pile, unseen by the others.",
        "各自、中央の山から3枚を無作為に引き、ほかの人には見せません。",
    ),
    (
        "7.3",
        (
            "Whoever has the lowest points takes the reference card and starts the next round. Of several the "
            "first to the left of the present holder does, unless the table chose otherwise."
        ),
        (
            "獲得点がいちばん低い人がリファレンスカードを受け取り、次のスタートプレイヤーになります。同点なら、今"
            "の持ち主の左から数えて最初の人です(卓の設定で変えられます)。"
        ),
    ),
    (
        "7.4",
        "After round 3 nothing is drawn and the reference card does not move.",
        "ラウンド3のあとは、巻物を引かず、リファレンスカードも動きません。",
    ),
    # 8. The end
    (
        "8.1",
        "The match ends with the contest phase of round 3. Nothing is played after it.",
        "ラウンド3の勝負フェーズが終わると対局は終わりです。そのあとは何も出しません。",
    ),
    (
        "8.2",
        "The sum of all scrolls captured in the three rounds is the total, and the highest total wins.",
        "3ラウンドで獲得した巻物の合計がいちばん高い人の勝ちです。",
    ),
    (
        "8.3",
        "Of those equal in points whoever captured more scrolls wins; each counts as one, whatever its value.",
        "同点なら、獲得した巻物の枚数が多い人の勝ちです。点数にかかわらず1枚と数えます。",
    ),
    (
        "8.4",
        "If that is equal too, whoever captured more scrolls with a plus value wins.",
        "それも同じなら、プラス点の巻物の枚数が多い人の勝ちです。",
    ),
    (
        "8.5",
        "Whoever is still equal shares the win, unless the table chose to decide.",
        "それでも同じなら、そろって勝ちです。卓で決める設定もあります。",
    ),
)
