"""Giryaku: the turn, placing, falling, and what holds for every skill."""

from __future__ import annotations

TURNS: tuple[tuple[str, str, str], ...] = (
    # 3. Turn
    (
        "3.1",
        "The first player begins, and turns alternate to the end. Out of turn a player only answers what a skill asks.",
        "先攻から始め、終わりまで交互に手番を行います。手番でない人は、術技で求められたことにだけ答えます。",
    ),
    (
        "3.2",
        "On his turn a player does exactly one thing: he consumes, or he places. With a card in hand he cannot pass.",
        "手番では、消費か配置のどちらかをちょうど1回行います。手札があるときはパスできません。",
    ),
    (
        "3.3",
        "A turn is the action, then its skill in full, then the refill.",
        "手番は、行動、その術技の処理、手札の補充の順に進みます。",
    ),
    (
        "3.4",
        "At the end of a turn the hand is filled up to two from the own deck, unseen, as far as the deck goes.",
        "手番の終わりに、自分の山札から手札が2枚になるまで補充します。足りなければあるだけ引きます。",
    ),
    (
        "3.5",
        "A hand is two cards. It is smaller only during an own action, while a skill runs, or when the deck is empty.",
        "手札は常に2枚です。少なくなるのは、自分の行動中、術技の処理中、山札がないときだけです。",
    ),
    (
        "3.6",
        "A hand card that a skill of the other destroyed is replaced from the deck at once.",
        "相手の術技で手札を失ったら、すぐに山札から補充します。",
    ),
    # 4. Place
    (
        "4.1",
        "To place is to lay exactly one hand card on the own board.",
        "配置では、手札1枚を自分の盤面に置きます。",
    ),
    (
        "4.2",
        "The upper cell of a column takes a card only while its lower cell is taken.",
        "上段には、その列の下段に札があるときだけ置けます。",
    ),
    (
        "4.3",
        "A full column takes no card, nor does a board of six.",
        "2枚そろった列には置けません。盤面が6枚なら配置はできません。",
    ),
    (
        "4.4",
        "Cards are placed face up, unless the own board is flipped.",
        "札は表向きに置きます。自分の盤面が裏返っている間は別です。",
    ),
    (
        "4.5",
        "The second card of a column fires its placement skill at once, and the skill must be carried out.",
        "列に2枚目を置くと、すぐに配置型術技が発動します。必ず行います。",
    ),
    (
        "4.6",
        "A column with one card fires nothing.",
        "1枚だけの列では術技は発動しません。",
    ),
    # 5. Fall
    (
        "5.1",
        "When a lower cell is emptied under a card, that card drops into it.",
        "下段だけが空いたら、その列の上段の札が下段に降ります。",
    ),
    (
        "5.2",
        "Cards fall only after all cards that the effect strikes are gone.",
        "札が降りるのは、その効果で失う札をすべて取り除いたあとです。",
    ),
    (
        "5.3",
        "A fall fires no skill. A face-down card stays face down as it falls.",
        "札が降りても術技は発動しません。伏せた札は伏せたまま降ります。",
    ),
    # 6. Skills in general
    (
        "6.1",
        "There are two classes of skills: those of consuming and those of placing.",
        "術技には消費型と配置型の2種類があります。",
    ),
    (
        "6.2",
        "A skill acts once and does not last. The flip of two ninja is the one exception.",
        "術技は1回だけ働き、続きません。忍×忍の裏返しだけが例外です。",
    ),
    (
        "6.3",
        "A placement skill depends on the two kinds in the column, whichever lies above. It is that of its true pair.",
        "配置型術技は列の2枚の組み合わせで決まり、上下の順は問いません。実際の組み合わせの術技だけを使えます。",
    ),
    (
        "6.4",
        "A full column that just stays does not fire again.",
        "そろったままの列は、もう一度発動しません。",
    ),
    (
        "6.5",
        "It fires anew each time an emptied cell of it is filled by placing. The pair that then stands decides.",
        "空いたマスを配置で埋めるたびに、新たに発動します。そのときの組み合わせで決まります。",
    ),
    (
        "6.6",
        "Cells become free by an own withdrawal or by an attack of the other, in no other way.",
        "マスが空くのは、自分の撤兵か相手の攻撃によるときだけです。",
    ),
    (
        "6.7",
        "A skill that finds nothing to strike has fired all the same.",
        "対象の札がなくても、術技は発動したことになります。",
    ),
    (
        "6.8",
        "Whether somebody has won is seen after every removal and every rearrangement, before the rest of the skill.",
        "勝利条件は、札を取り除くたび、配置換えのたびに、術技の続きより先に確かめます。",
    ),
)
