"""NINJA: Legend of the Scorpion Clan: what the game is about, what is on the table, and how zones are counted."""

from __future__ import annotations

BOARD: tuple[tuple[str, str, str], ...] = (
    # 1. Aim, components, board
    (
        "1.1",
        (
            "Two sides play: the intruders, who are the Ninja and the Traitor together, against the guards. Each "
            "intruder must find and accomplish his own mission and leave the map alive before turn 20 ends; the guards "
            "must prevent it."
        ),
        (
            "忍者と謀反人の侵入者側と、護衛側に分かれて遊びます。侵入者はそれぞれ自分の使命を見つけて達成し、20ターン目"
            "が終わるまでに生きてマップを出ることを目指し、護衛はそれを防ぎます。"
        ),
    ),
    (
        "1.2",
        (
            "There are 10 guards with swords, 10 guards with spears, 3 drunk guards, 1 Ninja, 1 Traitor and 2 lanterns "
            "as markers. No more of a kind can stand on the map."
        ),
        (
            "フィギュアは、刀の護衛と槍の護衛が10体ずつ、酔った護衛が3体、忍者と謀反人が1体ずつで、目印の灯籠が2個あり"
            "ます。どの種類も、これより多くは置けません。"
        ),
    ),
    (
        "1.3",
        "There are three decks that never mix: 36 guard cards, 12 Ninja cards and 10 Traitor cards.",
        "カードは護衛36枚、忍者12枚、謀反人10枚の3種類で、互いに混ぜません。",
    ),
    (
        "1.4",
        "Six mission tiles with the letters A to F only serve to fix the intruders' missions in secret.",
        "A〜Fの6枚の使命タイルは、侵入者の使命を秘密に決めるためだけに使います。",
    ),
    (
        "1.5",
        (
            "Secret places and moves are recorded on a map of one's own that nobody else may see; in the app, this is "
            "the private screen of each player. Only partners may share theirs."
        ),
        (
            "秘密の位置や移動は自分だけの地図に記録し、ほかの人には見せません。アプリでは各自の秘密の画面がその地図で、"
            "見せ合えるのは味方どうしだけです。"
        ),
    ),
    (
        "1.6",
        (
            "Plain lines, moats and stone walls divide the board into zones. A zone may be a moat, and it may show a "
            "watch post, a barracks or a patrol route."
        ),
        (
            "ボードは普通の線と堀と石の壁でゾーンに分かれています。堀そのもののゾーンもあり、見張り場・番屋・巡回路があ"
            "るゾーンもあります。"
        ),
    ),
    (
        "1.7",
        "The board has a turn track from 1 to 20 and an alert track with four levels.",
        "ボードには、1〜20のターンの記録欄と、4段階の警戒の記録欄があります。",
    ),
)

DISTANCES: tuple[tuple[str, str, str], ...] = (
    # D. Distances
    (
        "D1",
        (
            "Distance for sound is counted from zone to neighbouring zone of the map, across plain lines, moats and "
            "walls alike. The secret passage and the outside of the map do not count."
        ),
        (
            "音の距離は、マップの隣り合うゾーンを順に数えます。普通の線も堀も壁も同じに数え、秘密の抜け穴とマップの外は"
            "数えません。"
        ),
    ),
    (
        "D2",
        "Within a number of zones means at that distance or nearer. A moat zone counts as one zone like any other.",
        "「nゾーン以内」とは、距離がn以下ということです。堀のゾーンも、ほかと同じ1ゾーンです。",
    ),
    (
        "D3",
        (
            "An intruder's noise is the number of steps he made in his last phase; walking, crossing a wall by rope, "
            "entering and leaving the passage are one each. In turn 1 and in the turn of his return it is 0."
        ),
        (
            "物音の大きさは、前の侵入者フェイズに動いた歩数です。歩く、縄で壁を越える、抜け穴に入る、抜け穴を出る、をそ"
            "れぞれ1と数え、1ターン目と再び登場したターンは0です。"
        ),
    ),
    (
        "D4",
        (
            "A unit hears something if at least one intruder on the map is no farther away than his noise reaches. "
            "What counts is the zone where he is now, not those he passed."
        ),
        (
            "マップにいる侵入者のうち1人でも、距離が物音の大きさ以下なら、何か聞こえます。数えるのは今いるゾーンからで"
            "、途中で通ったゾーンからではありません。"
        ),
    ),
    (
        "D5",
        (
            "Intruders who are in the passage, escaped, dead or waiting to return are never heard. A visible intruder "
            "is heard like any other."
        ),
        (
            "抜け穴の中にいる、脱出した、死んだ、再び登場するのを待っている侵入者は、決して聞こえません。姿の見えている"
            "侵入者は、ほかと同じように聞こえます。"
        ),
    ),
    (
        "D6",
        (
            "Guards walk only over borders without a wall, through the passage once it is open to them, and over ropes "
            "they have found if the table allows it."
        ),
        (
            "護衛が通れるのは、壁のない境界と、使えるようになった抜け穴だけです。卓で認めていれば、見つけた縄でも越えら"
            "れます。"
        ),
    ),
    (
        "D7",
        (
            "Intruders walk over borders without a wall, over walls by rope, through the passage, and from the edge "
            "off the map: at most 3 steps a turn."
        ),
        "侵入者は、壁のない境界、縄を使った壁、抜け穴、端のゾーンからマップの外へ、1ターンに3歩まで進めます。",
    ),
    (
        "D8",
        (
            "If the table gave Shuriken or Potent Sake a range beyond the own zone, it is counted only over borders "
            "without a wall."
        ),
        "「手裏剣」や「強い酒」が離れたゾーンにも届くと卓で決めたときは、壁のない境界だけを数えます。",
    ),
)
