"""NINJA: Legend of the Scorpion Clan: death, decoys and returns, and how many guards there may be."""

from __future__ import annotations

DEATHS: tuple[tuple[str, str, str], ...] = (
    # 23. Death and decoy
    (
        "23.1",
        "An intruder lost in turns 1 to 10 was a decoy: at the start of the next turn the same character returns.",
        "10ターン目までに失った侵入者はおとりで、次のターンの初めに同じ人物が再び登場します。",
    ),
    (
        "23.2",
        "The Ninja and the Traitor may each return once a game.",
        "再び登場できるのは、忍者も謀反人も1ゲームに1回までです。",
    ),
    (
        "23.3",
        (
            "The new start zone follows the rules of set-up, with the guards where they stand now. If the Traitor has "
            "no such zone, he may start beside guards and is discovered at once."
        ),
        (
            "新しい開始位置は準備のときと同じ決まりで、今いる護衛を考えて選びます。謀反人に選べるゾーンがなければ、護衛"
            "のいるゾーンから始めてすぐに発見されます。"
        ),
    ),
    (
        "23.4",
        "He may move in the very turn of his return. Until then he makes no noise.",
        "再び登場したそのターンに動けます。それまでは物音を立てません。",
    ),
    (
        "23.5",
        "The secret passage keeps its entrances.",
        "秘密の抜け穴の入り口は変わりません。",
    ),
    (
        "23.6",
        (
            "The new hand, 6 cards for the Ninja and 5 for the Traitor unless the table chose other numbers, is chosen "
            "from the whole deck, with the cards used or left out before. What was left of the old hand is gone."
        ),
        (
            "新しい手札は忍者が6枚、謀反人が5枚で(卓で変えられます)、使ったものや選ばなかったものも含む全部のカードから"
            "選びます。前の手札の残りはなくなります。"
        ),
    ),
    (
        "23.7",
        (
            "Start zone and hand are fixed first. Then the dead character's mission is mixed with the unused missions "
            "and a new one is drawn."
        ),
        "先に開始位置と手札を決めます。それから、死んだ侵入者の使命を残りの使命と合わせて切り、1枚引きます。",
    ),
    (
        "23.8",
        "The new mission is not accomplished yet, even if it is the same letter again or its place is known.",
        "新しい使命は、また同じ文字でも、場所が分かっていても、まだ達成していません。",
    ),
    (
        "23.9",
        (
            "The guards choose 5 cards from their deck and discard pile and add them to their hand. If there are "
            "fewer, they take those."
        ),
        "護衛は、山札と捨て札から好きな5枚を選んで手札に入れます。5枚なければ、あるだけです。",
    ),
    (
        "23.10",
        "The guards record 3 more sleeping guards, still at most two in a barracks.",
        "護衛は寝ている護衛をあと3人記録します。番屋1か所に2人までなのは同じです。",
    ),
    (
        "23.11",
        (
            "A place in a barracks is free again when the guard woken there has left the zone, unless the table chose "
            "otherwise."
        ),
        "番屋の場所は、そこで起きた護衛がゾーンを離れると空きます(卓で変えられます)。",
    ),
    (
        "23.12",
        "Ropes, drunk guards and everything else the dead intruder left remain.",
        "縄も酔った護衛も、侵入者が死んだからといって消えません。",
    ),
    (
        "23.13",
        (
            "A death in turn 11 or later brings no return and no bonus for the guards. The same holds for a second "
            "death of a character, though the table may grant the bonus then."
        ),
        (
            "11ターン目からの死では、再び登場せず、護衛への追加もありません。同じ人物の2度目の死も同じですが、護衛への"
            "追加だけは卓で認められます。"
        ),
    ),
    (
        "23.14",
        "A returned intruder has no wounds.",
        "再び登場した侵入者の負傷は0です。",
    ),
    # 24. Guard limit
    (
        "24.1",
        "At most 20 guard figures are on the map, drunk guards and guards in the passage included.",
        "マップの護衛は、酔った護衛や抜け穴の中の護衛も含めて20体までです。",
    ),
    (
        "24.2",
        "With 20 guards on the map, no sleeping guard can be woken.",
        "護衛が20体いるときは、寝ている護衛を起こせません。",
    ),
    (
        "24.3",
        "If a hidden sentry is found while 20 guards are on the map, the intruder may first kill it.",
        "護衛が20体いるときに隠れ衛兵が見つかっても、まず侵入者がそれを倒せます。",
    ),
    (
        "24.4",
        (
            "If it is not killed, the guards may take any guard off the map, even a drunk one, and place it there as "
            "the new sentry."
        ),
        "倒されなければ、護衛側はマップの護衛1体(酔っていてもよい)を、そこに新しい衛兵として置き直せます。",
    ),
    (
        "24.5",
        "If they decline, no figure appears; yet the intruder is discovered and the alert goes to high.",
        "護衛側がそれを望まなければ、フィギュアは現れません。それでも侵入者は発見され、警戒レベルは「高」になります。",
    ),
)
