"""NINJA: Legend of the Scorpion Clan: the alert phase, and how often guards get a card."""

from __future__ import annotations

ALERT: tuple[tuple[str, str, str], ...] = (
    # 10. Alert phase
    (
        "10.1",
        "First the turn marker advances, except in turn 1.",
        "最初にターンのマーカーを1つ進めます。1ターン目だけは進めません。",
    ),
    (
        "10.2",
        (
            "Then, before anything is drawn, the guards' discard pile is shuffled into their deck. Kenjutsu cards "
            "lying as wounds and Secret Passage cards lying in front stay where they are."
        ),
        (
            "次に、引く前に、護衛の捨て札を山札と合わせて切ります。負傷の印の「剣術」と、前に置いた「秘密の抜け穴」はそ"
            "のままです。"
        ),
    ),
    (
        "10.3",
        (
            "The guards lay their hand face down. In this phase it cannot be used, unless the table chose otherwise "
            "for Kenjutsu."
        ),
        "護衛は手札を伏せて置きます。このフェイズには使えません(「剣術」だけは卓で変えられます)。",
    ),
    (
        "10.4",
        (
            "The guards draw by the present alert level: 3 cards at high, 2 at medium, 1 at low, none at none. If the "
            "deck holds fewer, they draw what is there."
        ),
        (
            "護衛は今の警戒レベルで引きます。高は3枚、中は2枚、低は1枚で、無なら引きません。山札が足りなければ、あるだ"
            "け引きます。"
        ),
    ),
    (
        "10.5",
        "The drawn cards are kept apart from the hand until the phase ends.",
        "引いたカードは、フェイズが終わるまで手札に混ぜません。",
    ),
    (
        "10.6",
        "With four players each guard player's used cards go back into his own deck.",
        "4人なら、護衛が使ったカードは、それぞれ自分の山札に戻ります。",
    ),
    (
        "10.7",
        (
            "With four players the guards agree how many cards each of them draws; together it is the number for the "
            "level. Without agreement each draws half, and an odd card goes to whoever holds fewer, or to the swords "
            "if equal, unless the table chose otherwise."
        ),
        (
            "4人なら、それぞれ何枚引くかを相談で決め、合わせて決まりの枚数にします。決まらなければ半分ずつで、余りは手"
            "札の少ないほう、同じなら刀の人が引きます(卓で変えられます)。"
        ),
    ),
    (
        "10.8",
        "After the draw the alert falls by one level.",
        "引き終えたら、警戒レベルを1段階下げます。",
    ),
    (
        "10.9",
        "Then the guards may use as many of the cards just drawn as they like. Each unit still gets only one.",
        "そのあと、引いたばかりのカードを何枚でも使えます。ただし、1体・1組に1枚の制限は守ります。",
    ),
    (
        "10.10",
        "When the guards have finished, the drawn cards they did not use join the hand.",
        "終わったら、引いて使わなかったカードを手札に入れます。",
    ),
    # 11. Limits on guard cards
    (
        "11.1",
        "In a turn only one card is used on a sentry or a patrol, alert phase and guard card phase together.",
        "衛兵1体、見回り1組に使えるカードは、警戒フェイズと護衛カードフェイズを通して1ターンに1枚です。",
    ),
    (
        "11.2",
        (
            "The limit follows each guard: once a card was used on him, alone or in a patrol, he gets no other this "
            "turn, even if he leaves or joins a patrol. A patrol with such a guard in it cannot get a card either."
        ),
        (
            "この制限は護衛1体ごとです。一度使われた護衛には、見回りを離れても加わっても、そのターンはもう使えません。"
            "その護衛がいる見回りにも使えません。"
        ),
    ),
    (
        "11.3",
        "A card on a patrol counts for all its guards. Sentry Search on one of them counts only for him.",
        "見回りに使ったカードは全員の分になります。その中の1体に「衛兵の探索」を使ったときは、その1体の分だけです。",
    ),
    (
        "11.4",
        "Kenjutsu is exempt from this limit.",
        "「剣術」には、この制限がありません。",
    ),
    (
        "11.5",
        (
            "With four players a guard player uses cards only on sentries with his weapon and on patrols with his "
            "weapon in them, and moves only these."
        ),
        "4人なら、護衛プレイヤーがカードを使い、動かせるのは、自分の武器の衛兵と、自分の武器がいる見回りだけです。",
    ),
)
