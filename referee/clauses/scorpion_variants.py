"""NINJA: Legend of the Scorpion Clan: what the table may play differently, and advice."""

from __future__ import annotations

VARIANTS: tuple[tuple[str, str, str], ...] = (
    # 29. Optional: Lone Wolf
    (
        "29.1",
        (
            "Lone Wolf, for two players: the intruder player plays only the Ninja or only the Traitor, as he chooses. "
            "The guards know which, except in the hidden form."
        ),
        (
            "一匹狼(2人用)：侵入者プレイヤーは、忍者か謀反人のどちらか1人だけで遊びます。正体を隠す形でなければ、どちら"
            "かは護衛も知っています。"
        ),
    ),
    (
        "29.2",
        "Lone Wolf: the guards place 2 patrols instead of 3.",
        "一匹狼：護衛が置く見回りは、3組ではなく2組です。",
    ),
    (
        "29.3",
        (
            "Hidden Lone Wolf: hands for both characters are prepared and only one of them is used. The guards do not "
            "know which until the first card is played."
        ),
        (
            "正体を隠す一匹狼：忍者と謀反人の手札を両方用意し、片方だけを使います。どちらかは、1枚目のカードが使われる"
            "まで護衛には分かりません。"
        ),
    ),
    (
        "29.4",
        (
            "Lone Wolf: the intruder wins if he has accomplished his mission and escaped. Otherwise the guards win; "
            "there is no draw."
        ),
        "一匹狼：使命を果たして脱出すれば侵入者の勝ち、そうでなければ護衛の勝ちで、引き分けはありません。",
    ),
    (
        "29.5",
        (
            "Hidden Lone Wolf: until all know who it is, only the intruder is spoken of. After every listen he is "
            "asked about the Cat, whoever he is."
        ),
        (
            "正体を隠す一匹狼：正体が知られるまでは、ただ「侵入者」と呼びます。どちらであっても、聞き耳のたびに「ただの"
            "猫だ」を使うかを尋ねます。"
        ),
    ),
    (
        "29.6",
        (
            "Lone Wolf: death and return work as always. The same character returns, once, and his new mission is "
            "drawn from all six."
        ),
        "一匹狼：死と再登場は通常と同じで、同じ人物が1回だけ戻ります。新しい使命は6枚すべてから引きます。",
    ),
    # 30. Optional: Disputed Ground
    (
        "30.1",
        "Disputed Ground: the two intruder players do not work together and share no information.",
        "争いの地：侵入者プレイヤーの2人は手を組まず、何も教え合いません。",
    ),
    (
        "30.2",
        "Disputed Ground: each of the two has a mission of his own, drawn from the tiles.",
        "争いの地：2人はそれぞれ自分の使命タイルを引きます。",
    ),
    (
        "30.3",
        (
            "Disputed Ground: if the table prefers, each notes a letter from A to F instead. Then both may have the "
            "same one."
        ),
        "争いの地：卓で決めれば、引く代わりにA〜Fの1文字を書き留めます。そのときは2人が同じ文字でもかまいません。",
    ),
    (
        "30.4",
        "Disputed Ground: the two see neither each other's missions nor each other's cards.",
        "争いの地：2人は、互いの使命もカードも見ません。",
    ),
    (
        "30.5",
        "Disputed Ground: neither may use the other's ropes.",
        "争いの地：相手の張った縄は使えません。",
    ),
    (
        "30.6",
        "Disputed Ground: each has a secret passage of his own with two entrances and may not use the other's.",
        "争いの地：秘密の抜け穴は1人に1つずつで、入り口も2つずつあります。相手の抜け穴は使えません。",
    ),
    (
        "30.7",
        (
            "Disputed Ground, unless the table chose otherwise: each intruder is judged alone, so both may win, and "
            "the guards win only if neither does. Each may search 2 zones a turn, and a Cat cancels a listen for both."
        ),
        (
            "争いの地(卓で変えられます)：勝敗は1人ずつ見るので2人とも勝つことがあり、護衛の勝ちは2人とも失敗したときだ"
            "けです。探索は1人2ゾーンまでで、「ただの猫だ」は聞き耳を2人の分とも打ち消します。"
        ),
    ),
    # 31. Balance, as the table likes
    (
        "31.1",
        "The table may let intruders choose more or fewer cards. One or two make a great difference.",
        "侵入者の手札の枚数は、卓で増減できます。1、2枚の違いでも大きく響きます。",
    ),
    (
        "31.2",
        "The table may let the alert rise when a mission is accomplished.",
        "使命が達成されたときに警戒レベルを上げる、と卓で決められます。",
    ),
    (
        "31.3",
        "The table may let the alert rise when the secret passage is discovered.",
        "秘密の抜け穴が見つかったときに警戒レベルを上げる、と卓で決められます。",
    ),
    (
        "31.4",
        (
            "The table may change the numbers of sentries, patrols and sleeping guards. The limit of 20 guards and the "
            "room on the board still bind."
        ),
        "衛兵、見回り、寝ている護衛の数は卓で変えられます。それでも、護衛は20体まで、ボードに入るだけです。",
    ),
    (
        "31.5",
        "The table may rule that guards cannot discover the secret passage. Then they cannot use it either.",
        "護衛は秘密の抜け穴を見つけられない、と卓で決められます。そのときは護衛が使うこともありません。",
    ),
    (
        "31.6",
        (
            "The table may let guards discover ropes: if a guard ends his move in the zone at either end of a rope, "
            "the rope is revealed."
        ),
        (
            "護衛が縄を見つけられる、と卓で決められます。縄のどちらかの端のゾーンで護衛が移動を終えると、その縄は公開さ"
            "れます。"
        ),
    ),
    (
        "31.7",
        "The table may also let guards cross the wall by a rope that was revealed. This is 1 zone and ends the move.",
        "公開された縄で護衛も壁を越えられる、と卓で決められます。1ゾーンの移動で、そこで終わりです。",
    ),
    # 32. Hints without force
    (
        "32.1",
        (
            "Advice that binds nobody: guards save cards until the alert rises, wake sleepers late, and do not listen "
            "for an intruder whose figure is in the passage. Intruders bluff, take their time, and at high alert need "
            "not fear more noise."
        ),
        (
            "従わなくてもよい助言です。護衛は、警戒が上がるまでカードを温存し、「目覚め」を急がず、抜け穴にいる侵入者を"
            "聞こうとしないこと。侵入者は、ブラフを使い、あせらず、警戒が「高」なら騒ぎを恐れないこと。"
        ),
    ),
)
