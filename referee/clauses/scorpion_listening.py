"""NINJA: Legend of the Scorpion Clan: guards listen for intruders and move to look for them."""

from __future__ import annotations

LISTENING: tuple[tuple[str, str, str], ...] = (
    # 12. Listening
    (
        "12.1",
        (
            "Sentry Listen is used on a sentry, Patrol Listen on a patrol; drunk guards and guards in the secret "
            "passage cannot listen. The app checks for the intruders whether that unit hears something."
        ),
        (
            "「衛兵の聞き耳」は衛兵1体、「見回りの聞き耳」は見回り1組に使います。酔った護衛と抜け穴の中の護衛には使えず"
            "、聞こえたかどうかは侵入者に代わってアプリが確かめます。"
        ),
    ),
    (
        "12.2",
        "A unit hears an intruder if he is no more zones away than he moved in the intruder phase of the turn before.",
        "侵入者が前のターンに動いたゾーンの数より遠くなければ、その物音が聞こえます。",
    ),
    (
        "12.3",
        "Sound passes walls and moats. Only the number of zones counts.",
        "音は壁も堀も通り抜け、ゾーンの数だけで決まります。",
    ),
    (
        "12.4",
        (
            "An intruder who did not move is heard only in his own zone. In turn 1 and in the turn of his return he "
            "counts as not having moved."
        ),
        (
            "動かなかった侵入者の物音は、同じゾーンでしか聞こえません。1ターン目と、再び登場したターンは、動かなかった"
            "ことになります。"
        ),
    ),
    (
        "12.5",
        (
            "The answer is only that something was heard, or nothing. It does not tell which intruder, how many, how "
            "far or where."
        ),
        "答えは「物音がした」か「何も聞こえない」かだけです。どちらの侵入者か、何人か、遠さも場所も分かりません。",
    ),
    (
        "12.6",
        "If something is heard the alert rises by 1, also when both intruders are heard.",
        "聞こえたら、警戒レベルが1段階上がります。2人分聞こえても1段階です。",
    ),
    (
        "12.7",
        (
            "The unit that heard may move up to 2 zones at once, by the rules for searching. A patrol moves as a "
            "whole, and nobody makes this move later."
        ),
        (
            "聞いた衛兵や見回りは、その場で2ゾーンまで、探索の決まりで動けます。見回りは全員一緒に動き、あとで動くこと"
            "はできません。"
        ),
    ),
    (
        "12.8",
        (
            "If nothing is heard there is no alert and no move. The card is used up all the same, and the unit has had "
            "its card."
        ),
        (
            "聞こえなければ、警戒は上がらず、移動もありません。それでもカードはなくなり、その衛兵や見回りに使ったことに"
            "なります。"
        ),
    ),
    (
        "12.9",
        (
            "The Traitor may answer a listen with It Was Just a Cat: then that unit has heard nothing at all. He need "
            "not be within hearing himself; the card may shield the Ninja or be a bluff."
        ),
        (
            "謀反人は聞き耳に「ただの猫だ」で答え、何も聞こえなかったことにできます。自分が聞こえる所にいる必要はなく、"
            "忍者をかばうためでも、ブラフでもかまいません。"
        ),
    ),
    (
        "12.10",
        "A guard who enters an intruder's zone on this move discovers him.",
        "この移動で護衛が侵入者のゾーンに入れば、侵入者は発見されます。",
    ),
    (
        "12.11",
        "A patrol that listened on the route without moving still moves in the patrol phase.",
        "巡回路の上で聞き耳をして動かなかった見回りは、護衛見回りフェイズには動きます。",
    ),
    # 13. Search movement of guards
    (
        "13.1",
        (
            "Sentry Search, Patrol Search and Awaken let guards look for intruders by moving. Awaken first wakes one "
            "sleeping guard, unless the table chose otherwise."
        ),
        (
            "「衛兵の探索」「見回りの探索」「目覚め」では、護衛が動いて侵入者を探します。「目覚め」では、卓で別に決めて"
            "いなければ、まず寝ている護衛が1人起きます。"
        ),
    ),
    (
        "13.2",
        "Such a move is up to 2 zones long. It may be none.",
        "この移動は2ゾーンまでで、0でもかまいません。",
    ),
    (
        "13.3",
        "If an intruder is discovered in the first zone, the move ends there.",
        "1つ目のゾーンで侵入者が見つかれば、移動はそこまでです。",
    ),
    (
        "13.4",
        "A guard moves at most once a turn, whatever the reason.",
        "護衛1体が動けるのは、どんな理由でも1ターンに1回だけです。",
    ),
    (
        "13.5",
        "Guards do not cross walls, not even by rope, unless the table allows it on ropes they have found.",
        "護衛は、縄があっても壁を越えられません。見つけた縄だけは、卓で認めれば使えます。",
    ),
    (
        "13.6",
        "A guard who enters a moat zone stops there.",
        "堀のゾーンに入った護衛は、そこで止まります。",
    ),
    (
        "13.7",
        "Guards never leave the map.",
        "護衛がマップの外に出ることはありません。",
    ),
    (
        "13.8",
        "A patrol moved by a card may leave the route, but it moves as one group.",
        "カードで動く見回りは巡回路を離れられますが、全員が一緒に動きます。",
    ),
    (
        "13.9",
        "After a card move guards may join into a new patrol or an existing one.",
        "カードで動いたあと、護衛は新しい見回りを組むことも、ほかの見回りに加わることもできます。",
    ),
    (
        "13.10",
        "Sentry Search may take one guard out of a patrol.",
        "「衛兵の探索」で、見回りの1体だけを離して動かせます。",
    ),
    (
        "13.11",
        "With four players a guard player moves only sentries with his weapon and patrols with his weapon in them.",
        "4人なら、動かせるのは、自分の武器の衛兵と、自分の武器がいる見回りだけです。",
    ),
    (
        "13.12",
        (
            "A guard has moved once he has walked at least one zone; entering and leaving the passage count. A move of "
            "no zones, a listen without a step and being placed by Awaken do not."
        ),
        (
            "1ゾーンでも進めば、抜け穴の出入りも含めて「動いた」ことになります。0ゾーンの移動、聞き耳だけで動かなかった"
            "とき、「目覚め」で置かれただけのときは、動いていません。"
        ),
    ),
)
