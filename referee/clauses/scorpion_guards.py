"""NINJA: Legend of the Scorpion Clan: sentries, patrols, the alert level and the order of a turn."""

from __future__ import annotations

GUARDS: tuple[tuple[str, str, str], ...] = (
    # 7. Units: guards, sentries, patrols
    (
        "7.1",
        "A guard is any guard figure, whatever it is doing.",
        "「護衛」は、どんな役目であっても、すべての護衛のフィギュアを指します。",
    ),
    (
        "7.2",
        (
            "A sentry is a single guard. It moves only by a card or when it has heard something, and its facing means "
            "nothing."
        ),
        "「衛兵」は1体だけでいる護衛です。カードによるか、物音を聞いたときにだけ動き、向きに意味はありません。",
    ),
    (
        "7.3",
        "A patrol is two or more guards who move together. If only one of them is left, he is a sentry.",
        "「見回り」は、まとまって動く2体以上の護衛です。1体だけになれば衛兵です。",
    ),
    (
        "7.4",
        "All guards of a patrol face the same way. On the route they face the way they are going.",
        "見回りの護衛はみな同じ向きです。巡回路の上では、これから進むほうを向きます。",
    ),
    (
        "7.5",
        (
            "Sentry Search may be used on one guard of a patrol, who then leaves it. Sentry Listen needs a guard who "
            "already is a sentry, unless the table chose otherwise."
        ),
        (
            "「衛兵の探索」は見回りの1体にも使え、その護衛は見回りを離れます。「衛兵の聞き耳」は、卓で別に決めていなけ"
            "れば、すでに衛兵である護衛にだけ使えます。"
        ),
    ),
    (
        "7.6",
        (
            "When a patrol ends its movement in a zone with a sentry, the guards may let the sentry join it, facing as "
            "the patrol does, or leave it apart. Separate units must be easy to tell apart."
        ),
        (
            "見回りが衛兵のいるゾーンで移動を終えたら、その衛兵を同じ向きで加えても、加えなくてもかまいません。加えない"
            "ときは、別だと分かるように置きます。"
        ),
    ),
    (
        "7.7",
        "Sentries in the same zone may be formed into a patrol if the guards like.",
        "護衛側は、同じゾーンの衛兵どうしで見回りを組むことができます。",
    ),
    (
        "7.8",
        (
            "A patrol that is formed or grows on the route has one facing along the route for all its guards, and it "
            "is declared."
        ),
        "巡回路の上で組んだり増えたりした見回りは、巡回路に沿った1つの向きを宣言し、全員がそちらを向きます。",
    ),
    (
        "7.9",
        "A card may take a patrol off the route. As long as it is off, its facing means nothing.",
        "カードを使えば、見回りは巡回路を離れられます。離れている間、向きに意味はありません。",
    ),
    (
        "7.10",
        "Guards who join a unit keep what they did this turn: a card used on them, a move, an attack.",
        "合流しても、そのターンにカードを使われた、動いた、攻撃した、ということは護衛ごとに残ります。",
    ),
    (
        "7.11",
        (
            "Units join only in the guards' phases, between two complete actions, and joining costs no card. Drunk "
            "guards cannot join."
        ),
        (
            "合流できるのは護衛側のフェイズで、1つの行動が済み、次を始める前だけです。カードは要りませんが、酔った護衛"
            "は加われません。"
        ),
    ),
    (
        "7.12",
        (
            "A patrol is divided only when Sentry Search takes a guard out of it or when it loses one. It cannot be "
            "split at will."
        ),
        (
            "見回りが分かれるのは、「衛兵の探索」で1体が離れるときと、1体を失ったときだけです。好きに分けることはできま"
            "せん。"
        ),
    ),
    # 8. Alert level
    (
        "8.1",
        "The alert has four levels: none, low, medium and high.",
        "警戒レベルには、無・低・中・高の4つがあります。",
    ),
    (
        "8.2",
        "The alert rises the moment a rule says so, at any time of a turn.",
        "警戒レベルは、ターンのいつでも、上がる理由ができたその場で上げます。",
    ),
    (
        "8.3",
        "The alert never goes above high. What would go beyond is lost.",
        "警戒レベルの上限は「高」で、超える分は数えません。",
    ),
    (
        "8.4",
        "Once a turn, after the draw in the alert phase, the alert falls by one level. At none it stays.",
        "警戒レベルは、毎ターン1回、警戒フェイズに引き終えたところで1段階下がります。「無」なら変わりません。",
    ),
    (
        "8.5",
        (
            "The alert rises by 1 when guards hear something or a trap is found, and by the printed 1 or 2 when an "
            "intruder's Kenjutsu kills a guard. A discovery, a guard's attack or a hidden sentry not killed puts it at "
            "high; nothing else raises it, unless the table chose so."
        ),
        (
            "護衛が物音を聞くか罠が見つかると1段階、侵入者の「剣術」で護衛が死ぬとカードの1か2だけ上がります。発見、護"
            "衛の攻撃、倒されなかった隠れ衛兵では「高」になり、卓で決めたもののほかに上がる理由はありません。"
        ),
    ),
    # 9. Turn order
    (
        "9.1",
        "A turn has four phases in this order: alert, guard cards, guard patrols, intruders.",
        "1ターンには、警戒、護衛カード、護衛見回り、侵入者の4つのフェイズがこの順にあります。",
    ),
    (
        "9.2",
        "A phase begins only when the one before is completely over.",
        "次のフェイズは、前のフェイズがすっかり終わってから始めます。",
    ),
    (
        "9.3",
        (
            "The intruders act in the intruder phase, the guards in the other three. Each side uses cards only while "
            "it acts; It Was Just a Cat is the only exception."
        ),
        (
            "侵入者フェイズは侵入者側の番、ほかの3つは護衛側の番です。カードも自分の側の番にだけ使い、例外は「ただの猫"
            "だ」だけです。"
        ),
    ),
)
