"""Giryaku: the placement skills, consuming, and how a match ends."""

from __future__ import annotations

SKILLS: tuple[tuple[str, str, str], ...] = (
    # 7. Placement skills
    (
        "7.1",
        "Two samurai: the card in the lower cell of the facing column goes to its graveyard.",
        "侍×侍は、対面の列の下段の札を墓地へ送ります。",
    ),
    (
        "7.2",
        "Samurai and ninja: one card of the other hand is picked unseen, shown and buried. Its owner refills at once.",
        "侍×忍は、相手の手札から見ずに1枚を選び、表にして墓地へ送ります。相手はすぐに補充します。",
    ),
    (
        "7.3",
        "Samurai and onmyoji: every card of the facing column goes to the graveyard.",
        "侍×師は、対面の列の札をすべて墓地へ送ります。",
    ),
    (
        "7.4",
        "Two ninja, first: the card in the lower cell of the facing column goes to its graveyard.",
        "忍×忍は、まず対面の列の下段の札を墓地へ送ります。",
    ),
    (
        "7.5",
        "Two ninja, second: the whole own board is turned face down. It stays so while a column of it holds two ninja.",
        "忍×忍は次に、自分の盤面の札をすべて裏返します。忍2枚の列がある間、裏返しが続きます。",
    ),
    (
        "7.6",
        "While the flip lasts, own cards may be placed face down. A phone that keeps the board is told which they are.",
        "裏返しの間は、新しい札も裏向きに置けます。盤面を記録する設定なら、その札を自分の画面にだけ入力します。",
    ),
    (
        "7.7",
        (
            "Two ninja, third: the owner may rearrange his own cards over his own cells. None is added or left out, "
            "and none hangs over an empty cell."
        ),
        (
            "忍×忍は最後に、自分の盤面の札を自由に入れ換えられます。札を増やしたり減らしたり、下段を空けて上段に"
            "置いたりはできません。"
        ),
    ),
    (
        "7.8",
        "The other player does not watch the rearranging. The app shows it on the owner's phone alone.",
        "相手は配置換えを見てはいけません。アプリも持ち主の画面にだけ表示します。",
    ),
    (
        "7.9",
        "If no column holds two ninja after the rearrangement, the flip is over.",
        "配置換えのあとに忍2枚の列がなければ、裏返しは終わります。",
    ),
    (
        "7.10",
        "A rearrangement fires no placement skill.",
        "配置換えでは配置型術技は発動しません。",
    ),
    (
        "7.11",
        "A column of two onmyoji after the rearrangement is shown and wins at once.",
        "ただし、配置換えで師2枚の列ができたら、公開してその場で勝ちです。",
    ),
    (
        "7.12",
        (
            "Ninja and onmyoji: all cards in the two cells diagonal from the facing cell go to the graveyard at once. "
            "The cells depend on the column, and the box shows which."
        ),
        "忍×師は、対面から斜め2マスの札を一度にすべて墓地へ送ります。範囲は列によって変わり、箱の説明に従います。",
    ),
    (
        "7.13",
        "Two onmyoji: immediate victory.",
        "師×師は、その場で勝ちです。",
    ),
    (
        "7.14",
        "However a flip ends, all own cards lie face up from then on.",
        "裏返しが終わったら、理由によらず、自分の盤面の札はすべて表になります。",
    ),
    (
        "7.15",
        "Attacks hit cells, also those with face-down cards. A face-down card is shown on its way to the graveyard.",
        "攻撃はマスに当たり、伏せた札にも当たります。伏せた札は墓地へ行くときに表にします。",
    ),
    # 8. Consume
    (
        "8.1",
        "To consume is to bury one or two own hand cards and fire their skill at once. They count against their owner.",
        "消費では、手札1枚か2枚を自分の墓地へ送り、術技をすぐに発動します。その札も自分の墓地に数えます。",
    ),
    (
        "8.2",
        "A withdrawal takes one card, or both of one full column, from the own board back into the own deck.",
        "撤兵は、自分の盤面の札1枚、または1列の2枚を、自分の山札に戻します。",
    ),
    (
        "8.3",
        "After a withdrawal cards fall, and a flip is checked. Where in the deck the cards go is an option.",
        "撤兵のあと、札が降り、裏返しが続くかを確かめます。山札のどこに戻すかは設定によります。",
    ),
    (
        "8.4",
        "Any two hand cards strike one card of the other board, in any cell. Neither fires a skill of its own.",
        "手札2枚を消費すると、相手の盤面の札を1枚選んで墓地へ送ります。2枚の種類は問わず、1枚ずつの術技は働きません。",
    ),
    (
        "8.5",
        "A raid begins with the other player drawing one card more.",
        "急襲では、まず相手が山札から1枚引きます。",
    ),
    (
        "8.6",
        "The raider looks at that whole hand and buries one card of it. A hand below two is filled at once.",
        "続いて相手の手札をすべて見て、そのうち1枚を墓地へ送ります。手札が2枚に足りなければ、相手はすぐに補充します。",
    ),
    (
        "8.7",
        "Then the raider may take one more turn before the other has his. Raids may follow one another.",
        "そのあと、相手の手番の前に、もう1回手番を行えます。急襲は続けて行えます。",
    ),
    (
        "8.8",
        "Two of the kinds withdraw when one card is consumed, the third raids. The owner's reference card says which.",
        "1枚の消費では、2種類が撤兵、残る1種類が急襲です。どれかは手元の説明札に従います。",
    ),
    # 9. Victory and end
    (
        "9.1",
        "At the end of the match the smaller graveyard wins.",
        "終了時に墓地の札が少ない方の勝ちです。",
    ),
    (
        "9.2",
        "Whoever removes the last card of the other board wins at once.",
        "相手の盤面の最後の1枚を取り除いた人は、その場で勝ちです。",
    ),
    (
        "9.3",
        "Whoever has two onmyoji in one column of his own wins at once.",
        "自分の1列に師を2枚そろえた人は、その場で勝ちです。",
    ),
    (
        "9.4",
        "On each player's very first turn two onmyoji in a column are forbidden.",
        "先攻も後攻も、最初の手番では師2枚を1列にそろえられません。",
    ),
    (
        "9.5",
        "A player who has no hand on his turn does nothing, and his turn ends.",
        "手番で手札がない人は何もできず、手番を終えます。",
    ),
    (
        "9.6",
        "Then the other player has exactly one more turn, and the match ends with it. Without a hand it is empty.",
        "そのあと相手がもう1回だけ手番を行い、対局は終わります。相手にも手札がなければ、その手番では何もしません。",
    ),
    (
        "9.7",
        "An emptied board and two onmyoji win at once in that last turn too.",
        "最後の手番でも、盤面をなくすか師2枚をそろえれば、その場で勝ちです。",
    ),
    (
        "9.8",
        "Decks, hands, boards and the two unused cards do not count.",
        "山札、手札、盤面の札、使わない2枚は数えません。",
    ),
    (
        "9.9",
        "Equal graveyards are a draw.",
        "墓地が同じ枚数なら引き分けです。",
    ),
    (
        "9.10",
        "Once the match has ended nothing more is played. The rest of a running skill and the refill are dropped.",
        "終わったあとは何も行いません。途中の術技の残りと補充もなくなります。",
    ),
)
