"""NINJA: Legend of the Scorpion Clan: the guard card phase and the patrol phase."""

from __future__ import annotations

PATROLS: tuple[tuple[str, str, str], ...] = (
    # 14. Guard card phase
    (
        "14.1",
        (
            "The guards take up their hand and may use at most 2 cards from it in this phase. Kenjutsu is one of the "
            "two, unless the table chose otherwise."
        ),
        "護衛は手札を取り、このフェイズに2枚まで使えます。卓で別に決めていなければ、「剣術」もこの枚数に入ります。",
    ),
    (
        "14.2",
        "With four players the guards share the 2 cards by agreement. Without agreement each of them may use 1.",
        "4人なら、2枚をどう分けて使うかを相談で決めます。決まらなければ1人1枚までです。",
    ),
    (
        "14.3",
        "Cards are used in any order, each finished before the next. Each unit still gets only one card a turn.",
        "カードの順番は自由で、1枚ごとに処理を終えてから次へ進みます。1体・1組に1ターン1枚の制限も守ります。",
    ),
    (
        "14.4",
        (
            "Focus listen: if the guards used no card in the alert phase and want to use none now, one sentry or one "
            "patrol may listen without a card. Unless the table chose otherwise, this is possible once a turn and not "
            "after a Kenjutsu."
        ),
        (
            "注力：警戒フェイズにカードを使わず、このフェイズにも使わないなら、衛兵1体か見回り1組が、カードなしで聞き耳"
            "をできます。卓で別に決めていなければ、1ターンに1回で、「剣術」を使ったあとにはできません。"
        ),
    ),
    (
        "14.5",
        (
            "A focus listen is treated like a Listen card on that unit: if something is heard, the alert rises and the "
            "unit may move. The Cat may answer it."
        ),
        (
            "注力の聞き耳は、聞き耳のカードを使ったのと同じです。聞こえれば警戒が上がって動くことができ、「ただの猫だ」"
            "で答えることもできます。"
        ),
    ),
    (
        "14.6",
        "After choosing the focus listen the guards use no card but Kenjutsu for the rest of the turn.",
        "注力を選んだら、そのターンの残りに使えるカードは「剣術」だけです。",
    ),
    # 15. Patrol phase
    (
        "15.1",
        (
            "When all cards are played, every patrol on the route must move, in the order the guards like. The table "
            "may let a patrol stay that shares its zone with an intruder."
        ),
        (
            "カードを使い終えたら、巡回路の上の見回りは必ずすべて動きます。順番は護衛側が決め、卓で認めれば、侵入者と同"
            "じゾーンの見回りは残れます。"
        ),
    ),
    (
        "15.2",
        "A patrol with a guard in it who already moved this turn does not move in this phase.",
        "1体でもこのターンに動いた護衛がいる見回りは、このフェイズには動きません。",
    ),
    (
        "15.3",
        "A patrol off the route does not move in this phase.",
        "巡回路を離れている見回りは、このフェイズには動きません。",
    ),
    (
        "15.4",
        (
            "The move is exactly 2 zones along the route, the way the patrol faces. Only a discovery, a moat or a dead "
            "end stops it sooner."
        ),
        (
            "移動は、向いているほうへ巡回路に沿ってちょうど2ゾーンです。途中で止まるのは、発見したとき、堀に入ったとき"
            "、行き止まりのときだけです。"
        ),
    ),
    (
        "15.5",
        "Where the route forks, the guards choose the branch and turn the patrol that way. Each step may meet a fork.",
        "巡回路が分かれていれば、行くほうを選び、見回りをそちらへ向けます。分かれ道は1ゾーンごとに選びます。",
    ),
    (
        "15.6",
        (
            "A patrol neither turns round nor goes back the way it came, unless the table chose otherwise. At a dead "
            "end it stops, and in the next turn it may turn round."
        ),
        (
            "見回りは、卓で別に決めていなければ、向きを変えて戻ることができません。行き止まりではそこで止まり、次のター"
            "ンには戻れます。"
        ),
    ),
    (
        "15.7",
        "Guards may attack with Kenjutsu in this phase too.",
        "このフェイズにも、護衛は「剣術」で攻撃できます。",
    ),
    (
        "15.8",
        "Sentries do not move in this phase.",
        "衛兵は、このフェイズには動きません。",
    ),
)
