"""The rules of 不忍 Shinobazu as numbered clauses, in the order of play (provisional text of April 2014)."""

from __future__ import annotations

from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (
    # 1. Components and points
    (
        "1.1",
        "Three to five people play.",
        "3〜5人で遊びます。",
    ),
    (
        "1.2",
        (
            "There are 15 different ninja cards: −3, 1, 2, 4 and 5, each in black, red and blue. There is no 3, "
            "and no card exists twice."
        ),
        "忍者札は全部で15枚です。黒・赤・青の3色に −3、1、2、4、5 が1枚ずつあり、3はなく、同じ札は2枚ありません。",
    ),
    (
        "1.3",
        (
            "Everybody has one score card and begins at 0 points, back side up. From 1 point on, its edge turned "
            "forward shows the points; the app may stand in for it."
        ),
        (
            "点記札は1人1枚で、裏向きの0点から始めます。1点からは、今の点数が書かれた辺を前に向けて示します。アプリ"
            "で代用できます。"
        ),
    ),
    (
        "1.4",
        "Points never fall below 0. Taking a point from somebody who has none changes nothing.",
        "点数は0より下がりません。0点の人から1点引いても、0点のままです。",
    ),
    (
        "1.5",
        "Points have no upper limit: more than 5 stand as they are.",
        "点数に上限はありません。5点を超えた分もそのまま数えます。",
    ),
    # 2. Preparation
    (
        "2.1",
        "Everybody is dealt 3 ninja cards and keeps them secret from the others.",
        "1人に3枚ずつ忍者札を配ります。手札はほかの人に見せません。",
    ),
    (
        "2.2",
        (
            "The cards left over (6 with three players, 3 with four, none with five) lie face down aside and stay "
            "out for the whole set."
        ),
        "余った札(3人なら6枚、4人なら3枚、5人なら0枚)は伏せて脇に置き、そのセットの間は使いません。",
    ),
    (
        "2.3",
        "Whoever most recently saw a ninja is the first start player. The table says who that is.",
        "最近忍者を見た人が最初のスタートプレイヤーです。誰かは卓で決めます。",
    ),
    (
        "2.4",
        (
            "A round has four phases in this order: turns, battle, duel if there is one, preparation of the next "
            "round. Three rounds are one set."
        ),
        (
            "ラウンドは「手番」「決戦」「不忍勝負(あれば)」「次ラウンドへの準備」の順に進みます。3ラウンドで1セット"
            "です。"
        ),
    ),
    # 3. Turns
    (
        "3.1",
        (
            "In each round everybody has exactly one turn and lays exactly one card of his hand, face down. The "
            "turns end when one card of this round lies in front of everybody."
        ),
        (
            "1ラウンドに手番は1人1回で、手札から1枚だけを裏向きに出します。全員の前にこのラウンドの勝負札が1枚ずつ置"
            "かれたら、手番は終わりです。"
        ),
    ),
    (
        "3.2",
        "The start player has the first turn. After that, only the player whose turn it is may lay a card.",
        "最初の手番はスタートプレイヤーです。その後も、手番の人だけが札を出せます。",
    ),
    (
        "3.3",
        (
            "On a turn you lay the card in front of yourself, or you name another player and push it on him as "
            "his fight card."
        ),
        "手番では、札を自分の前に出すか、ほかの1人を指名してその人の勝負札として押し付けるかを選びます。",
    ),
    (
        "3.4",
        ("Nobody gets a second fight card in one round. Cards carried over from earlier rounds do not count here."),
        (
            "同じラウンドの勝負札は1人1枚です。すでに置かれている人には押し付けられません。持ち越した札はここでは数"
            "えません。"
        ),
    ),
    (
        "3.5",
        "If a card of this round already lies in front of you, you must push yours on somebody else.",
        "自分の前にこのラウンドの勝負札がもうある人は、ほかの人に押し付けなければなりません。",
    ),
    (
        "3.6",
        (
            "A player whose turn is over may still have a card pushed on him, as long as no card of this round "
            "lies in front of him."
        ),
        "手番が終わった人でも、前にこのラウンドの勝負札がなければ、押し付けることができます。",
    ),
    (
        "3.7",
        "If the only empty place is your own, you must lay the card in front of yourself.",
        "空いているのが自分の前だけなら、自分の前に出さなければなりません。",
    ),
    (
        "3.8",
        "After the start player has laid a card in front of himself, it is his left neighbour's turn.",
        "スタートプレイヤーが自分の前に出したら、次は左隣の人の手番です。",
    ),
    (
        "3.9",
        (
            "After another player has laid in front of himself and declared, it is the turn of the nearest player "
            "to his left whose turn is not over."
        ),
        "ほかの人が自分の前に出して宣言したら、次はその左側で最も近い、手番が終わっていない人です。",
    ),
    (
        "3.10",
        (
            "Pushing a card ends your turn. The receiver declares, and then it is his turn. This also holds when "
            "the start player pushes."
        ),
        (
            "押し付けた人の手番はそこで終わります。押し付けられた人が宣言し、続けてその人の手番になります。スタート"
            "プレイヤーが押し付けたときも同じです。"
        ),
    ),
    (
        "3.11",
        (
            "If the receiver's turn is already over, the next turn goes to the nearest player to the receiver's "
            "left whose turn is not over."
        ),
        "押し付けられた人の手番が終わっていたら、次はその人の左側で最も近い、手番が終わっていない人です。",
    ),
    # 4. Colour and declarations
    (
        "4.1",
        "When the start player lays his card, he announces its colour truthfully. That is the lead colour.",
        "スタートプレイヤーは札を出すとき、その札の色を正しく宣言します。これが主導色になります。",
    ),
    (
        "4.2",
        "The announced colour leads the round, even if it turns out to be false.",
        "宣言した色は、あとで違うと分かっても、そのラウンドの主導色のままです。",
    ),
    (
        "4.3",
        (
            "The box marks the start player and the lead colour: bottom up with the red or blue side forward, lid "
            "up for black. The app may stand in for it."
        ),
        (
            "外箱でスタートプレイヤーと主導色を示します。赤と青は裏面を上にしてその色の柄を前に、黒は表側を上にして"
            "置きます。アプリで代用できます。"
        ),
    ),
    (
        "4.4",
        (
            "Everybody else must lay a card of the lead colour if he has one in hand, whether he keeps it or "
            "pushes it. Among several he chooses freely."
        ),
        (
            "ほかの人は、手札に主導色の札があれば、自分の前でも押し付けでも、必ずその色を出します。何枚かあれば、ど"
            "れを出すかは自由です。"
        ),
    ),
    (
        "4.5",
        "Without a card of the lead colour in hand you may lay any card. Cards carried over are not in hand.",
        "手札に主導色の札がなければ、どの札でも出せます。前に持ち越した札は手札に数えません。",
    ),
    (
        "4.6",
        (
            "Everybody declares fight or pass once a round for the card in front of him: with his own card when "
            "he lays it, with a pushed card at once. Nobody declares for another, and nobody changes it."
        ),
        (
            "前に札が置かれた人は、1ラウンドに1回、勝負かパスを宣言します。自分で出したらそのとき、押し付けられたら"
            "すぐにです。ほかの人の分は宣言できず、あとから変えられません。"
        ),
    ),
    (
        "4.7",
        "Whoever gets a card pushed on him declares without having seen it.",
        "押し付けられた人は、その札を見ずに宣言します。",
    ),
    (
        "4.8",
        "A start player who lays his card in front of himself fights; he cannot pass.",
        "スタートプレイヤーが自分の前に出したときは勝負します。パスはできません。",
    ),
    (
        "4.9",
        "A start player who pushed his card and gets one later declares fight or pass like anybody.",
        ("札を押し付けたスタートプレイヤーが、あとで札を受け取ったときは、ほかの人と同じように勝負かパスを選べます。"),
    ),
    (
        "4.10",
        (
            "Fight: say so and turn the card upright. Pass: say so and turn it sideways; it stays in front of you "
            "for a duel or for the next round."
        ),
        (
            "勝負は「勝負」と宣言して札を縦に置きます。パスは「パス」と宣言して横に置きます。パスした札はそのまま残"
            "り、不忍勝負か次のラウンドで使われます。"
        ),
    ),
    (
        "4.11",
        (
            "A declaration covers all fight cards in front of you, carried ones too. You may pass in several "
            "rounds running."
        ),
        "宣言は、持ち越した札も含めて自分の前の勝負札すべてについて行います。続けてパスすることもできます。",
    ),
    # 5. Battle: who takes part
    (
        "5.1",
        (
            "When all have declared, everybody who fights turns his cards over at the same time. Passers keep "
            "theirs face down unless they are forced to fight."
        ),
        ("全員の宣言がそろったら、勝負した人が一斉に札をめくります。パスした人は、強制されないかぎり伏せたままです。"),
    ),
    (
        "5.2",
        "If two or more fight, they are the ones who take part in the battle.",
        "勝負した人が2人以上なら、その人たちで決戦を行います。",
    ),
    (
        "5.3",
        ("If everybody passes, all turn their cards over at the same time and all must fight. The lead colour stays."),
        "全員がパスしたら、全員が一斉に札をめくって強制的に決戦となります。主導色は変わりません。",
    ),
    (
        "5.4",
        (
            "If only one player fights, he leaves the battle: he shows his cards and discards them all without "
            "points. All others must fight, and the colour of this round's card in front of his left neighbour "
            "leads."
        ),
        (
            "勝負が1人だけなら、その人は札をすべてめくって捨て札にし、点数の増減なしで決戦を抜けます。ほかの全員が強"
            "制的に決戦となり、抜けた人の左隣に置かれたこのラウンドの札の色が主導色になります。"
        ),
    ),
    (
        "5.5",
        "A single fighter leaves even if his cards add up to three; there is no jutsu of three then.",
        "勝負が1人だけのときは、札の合計が3でも決戦を抜けます。参の術は起きません。",
    ),
    (
        "5.6",
        "Whoever is forced to fight takes part in full and is no passer any more: no carrying over, no duel.",
        ("強制的に勝負させられた人は、通常どおり決戦に加わり、パスではなくなります。持ち越しも不忍勝負もありません。"),
    ),
    # 6. Strength
    (
        "6.1",
        (
            "Your strength is the sum of all fight cards in front of you, this round's and carried ones: −3 and 5 "
            "make 2."
        ),
        (
            "強さは、このラウンドの札と持ち越した札を合わせた、自分の前の勝負札すべての合計です。−3 と 5 なら 2 にな"
            "ります。"
        ),
    ),
    (
        "6.2",
        "Normally the larger sum is the stronger.",
        "基本は、合計の大きいほうが強くなります。",
    ),
    (
        "6.3",
        (
            "Inversion jutsu: each 2 or 4 among the cards fought with whose colour is not the lead colour turns "
            "the order of strength round once."
        ),
        "異色順逆の術：勝負された札のうち、主導色と違う色の2と4は、1枚につき1回、強弱を逆転させます。",
    ),
    (
        "6.4",
        ("All inversions count: after an odd number the smaller sum is the stronger, after an even number the larger."),
        "逆転は枚数分だけ起きます。奇数回なら小さいほうが、偶数回なら大きいほうが強くなります。",
    ),
    (
        "6.5",
        ("Carried cards are judged by this round's lead colour, not by that of the round in which they were laid."),
        "持ち越した札の術は、出したラウンドではなく、今のラウンドの主導色で判定します。",
    ),
    (
        "6.6",
        "Cards of players who do not take part in the battle never invert.",
        "決戦に加わらない人の札は、強弱を逆転させません。",
    ),
    # 7. Jutsu of three
    (
        "7.1",
        (
            "Jutsu of three: if the cards of somebody who fights add up to exactly three, and at least two fight, "
            "all passers must fight too. They turn their cards over; the lead colour stays."
        ),
        (
            "参の術：2人以上が勝負し、その誰かの札の合計がちょうど3なら、パスした人も全員強制的に勝負となり、札をめ"
            "くります。主導色は変わりません。"
        ),
    ),
    (
        "7.2",
        (
            "First it is settled who takes part, then the inversions among all their cards are counted, then sums "
            "are compared. A three by itself neither wins nor loses."
        ),
        (
            "まず決戦に加わる人を決め、次にその全員の札で逆転の回数を数え、最後に合計を比べます。3そのものは勝ちでも"
            "負けでもありません。"
        ),
    ),
    (
        "7.3",
        (
            "A passer's three triggers nothing. No single card is a three, so it always takes a carried card, and "
            "never happens in the first round of a set."
        ),
        (
            "パスした人の合計が3でも何も起きません。1枚で3になる札はないため、持ち越した札が必要で、セットの1ラウン"
            "ド目には起きません。"
        ),
    ),
    # 8. Results and duel
    (
        "8.1",
        "The strongest is the winner. If several are equally strongest, nobody is.",
        "最も強い人が勝ち忍です。最も強い人が複数なら、勝ち忍はいません。",
    ),
    (
        "8.2",
        "The weakest is the loser. If several are equally weakest, all of them lose: a mutual defeat.",
        "最も弱い人が負け忍です。最も弱い人が複数なら相討ちで、全員が負け忍になります。",
    ),
    (
        "8.3",
        (
            "At once the winner loses one point and every loser gains one. If all are equal, nobody wins and "
            "everybody gains one."
        ),
        "勝ち忍はすぐに1点減り、負け忍は全員1点増えます。全員が同じ強さなら勝ち忍はなく、全員が1点増えます。",
    ),
    (
        "8.4",
        (
            "Then the cards of losers and of the remaining passers stay; all other cards that were fought with "
            "are discarded."
        ),
        "そのあと、負け忍とパスのままの人の勝負札を残し、ほかの札は捨て札にします。",
    ),
    (
        "8.5",
        (
            "A duel is possible if there is exactly one loser and somebody has passed. Otherwise the losers' "
            "cards are discarded now."
        ),
        (
            "負け忍が1人だけで、パスのままの人がいれば、不忍勝負ができます。できないときは、負け忍の札をここで捨て札"
            "にします。"
        ),
    ),
    (
        "8.6",
        (
            "Only the loser decides whether to challenge, and he names exactly one of this round's passers. There "
            "is one challenge a round at most."
        ),
        (
            "不忍勝負を挑むかどうかは負け忍だけが決め、このラウンドでパスした1人を指名します。挑めるのは1ラウンドに"
            "1回です。"
        ),
    ),
    (
        "8.7",
        "If he challenges nobody, his fight cards are discarded.",
        "挑まないときは、負け忍の勝負札を捨て札にします。",
    ),
    (
        "8.8",
        "The challenged player, and nobody else, accepts or refuses.",
        "受けるかどうかは、挑まれた人だけが決めます。",
    ),
    (
        "8.9",
        (
            "Refusing costs as many points as fight cards lie in front of the refuser, this round's and carried "
            "ones. No battle takes place."
        ),
        "断った人は、前に置かれた勝負札の枚数(持ち越しも含む)だけ点数が増えます。決戦は行いません。",
    ),
    (
        "8.10",
        ("After a refusal the fight cards of both are discarded; the refuser's are not turned over and not carried."),
        "断ったあとは、2人の勝負札を捨て札にします。断った人の札はめくらず、持ち越しもしません。",
    ),
    (
        "8.11",
        (
            "If he accepts, he turns his card over and the two battle with all their cards. The colour of the "
            "loser's card of this round leads the duel."
        ),
        (
            "受けたときは札をめくり、2人がそれぞれの勝負札すべてで決戦します。主導色は、負け忍のこのラウンドの札の色"
            "です。"
        ),
    ),
    (
        "8.12",
        (
            "Sums and inversions count in the duel as in a battle, with the cards of the two. The jutsu of three "
            "drags nobody in."
        ),
        "合計と逆転は、2人の札について通常の決戦と同じように数えます。参の術でほかの人が加わることはありません。",
    ),
    (
        "8.13",
        (
            "The stronger of the two loses one point, the weaker gains one; equals both gain one. This comes on "
            "top of the battle's points."
        ),
        (
            "強いほうは1点減り、弱いほうは1点増えます。同じ強さなら相討ちで、2人とも1点増えます。決戦での増減とは別"
            "に数えます。"
        ),
    ),
    (
        "8.14",
        "After the duel all cards of both are discarded. Other passers keep theirs.",
        "不忍勝負のあと、2人の札はすべて捨て札にします。ほかのパスした人の札は残ります。",
    ),
    # 9. End of the round
    (
        "9.1",
        "Whoever was given points last in this round is the next start player. Losing a point does not count.",
        "このラウンドで最後に点数が増えた人が、次のスタートプレイヤーです。点数が減ったことは数えません。",
    ),
    (
        "9.2",
        (
            "If several were given points at that last moment, it is the one nearest to the left of the present "
            "start player, who himself comes first."
        ),
        "最後に点数が増えた人が複数なら、今のスタートプレイヤー本人から左回りに数えて最も近い人です。",
    ),
    (
        "9.3",
        "The same rule decides who starts the next set.",
        "次のセットのスタートプレイヤーも、同じように決めます。",
    ),
    (
        "9.4",
        (
            "After rounds 1 and 2 the cards of passers who were not challenged are turned face up and stay in "
            "front of them."
        ),
        "1、2ラウンド目の終わりに、挑まれなかったパスの札は表にして、その人の前に残します。",
    ),
    (
        "9.5",
        (
            "After round 3 such cards are shown and go to the hand of the player in front of whom they lie, "
            "whoever laid them."
        ),
        "3ラウンド目の終わりには、そうした札を公開し、誰が出したかに関係なく、置かれている人の手札に戻します。",
    ),
    (
        "9.6",
        ("Then the discards and the unused cards are shuffled, and every hand is filled to three. A new set begins."),
        ("そのあと、捨て札と使わなかった札を集めて切り、全員の手札が3枚になるように配ります。新しいセットを始めます。"),
    ),
    (
        "9.7",
        (
            "When a round ends and somebody has 5 points or more, the match ends. Having 5 for a moment within "
            "the round does not count."
        ),
        (
            "ラウンドの終わりに誰かが5点以上なら、対局は終わりです。ラウンドの途中で一時的に5点になっただけでは終わ"
            "りません。"
        ),
    ),
    (
        "9.8",
        "Whoever then has the fewest points wins. Equals share the win.",
        "そのとき最も点数の少ない人の勝ちです。同点なら、そろって勝ちです。",
    ),
    (
        "9.9",
        "Otherwise the next round is played.",
        "そうでなければ、次のラウンドに進みます。",
    ),
    (
        "9.10",
        (
            "After the end nothing more is played, not even rounds left in the set. Everybody may show what he "
            "still holds."
        ),
        "対局が終わったら、セットの途中でも、もう手番はありません。残った手札を見せることはできます。",
    ),
)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"SHINOBAZU-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
