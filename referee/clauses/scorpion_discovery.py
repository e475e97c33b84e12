"""NINJA: Legend of the Scorpion Clan: being seen, hiding again, and fighting."""

from __future__ import annotations

DISCOVERY: tuple[tuple[str, str, str], ...] = (
    # 21. Discovery and hiding
    (
        "21.1",
        (
            "When a guard enters an intruder's zone, this is announced at once and the intruder's figure is placed "
            "there, whether he was hidden or not. The guard, or his whole patrol, stops and may attack at once."
        ),
        (
            "護衛が侵入者のゾーンに入ったら、隠れていてもいなくても、すぐにそれを告げてフィギュアを置きます。その護衛、"
            "または見回り全員はそこで止まり、その場で攻撃できます。"
        ),
    ),
    (
        "21.2",
        "Such a discovery puts the alert at high, before any attack.",
        "発見されると、攻撃より先に、警戒レベルが「高」になります。",
    ),
    (
        "21.3",
        (
            "An intruder who enters a zone with guards stays unseen if he passes with Shadow Walk, or if his other "
            "cards kill or disable every guard there. Unless the table chose otherwise, Shadow Walk covers one zone, "
            "and he must move on."
        ),
        (
            "護衛のいるゾーンに入る侵入者は、「影歩き」で通り抜けるか、ほかのカードでそこの護衛を残らず倒すか無力にすれ"
            "ば、見つかりません。卓で別に決めていなければ、「影歩き」は1ゾーンにだけ効き、そこに止まることはできません"
            "。"
        ),
    ),
    (
        "21.4",
        "If he does neither, his figure is placed there and the alert goes to high. He may still move on.",
        "どちらもしなければ、そこにフィギュアを置き、警戒レベルは「高」になります。それでも先へ動けます。",
    ),
    (
        "21.5",
        (
            "A visible intruder is hidden again as soon as he moves to a zone without guards, or removes all guards "
            "from his zone. His figure is taken off the board."
        ),
        (
            "見つかっている侵入者は、護衛のいないゾーンへ動くか、今のゾーンから護衛がいなくなるように倒せば、すぐにまた"
            "隠れます。フィギュアはボードから取ります。"
        ),
    ),
    (
        "21.6",
        "Hiding does not change the alert.",
        "隠れても、警戒レベルは変わりません。",
    ),
    (
        "21.7",
        (
            "Nothing else hides an intruder. If the guards walk away from him he stays visible, unless the table chose "
            "otherwise."
        ),
        "ほかに隠れる方法はありません。卓で別に決めていなければ、護衛のほうが立ち去っても見えたままです。",
    ),
    (
        "21.8",
        "A visible intruder who enters a zone with guards is discovered again: the alert goes to high.",
        "見つかっている侵入者が護衛のいるゾーンに入れば、もう一度発見され、警戒レベルは「高」になります。",
    ),
    (
        "21.9",
        (
            "Drunk guards can do nothing. Unless the table chose otherwise, they discover nobody and do not count as "
            "guards of their zone."
        ),
        "酔った護衛は何もできません。卓で別に決めていなければ、誰も発見せず、そのゾーンの護衛にも数えません。",
    ),
    (
        "21.10",
        (
            "A guard who is placed in an intruder's zone, woken there or hidden there before, counts as entering it, "
            "unless the table chose otherwise."
        ),
        "起きた護衛や現れた隠れ衛兵が侵入者のゾーンに置かれたら、卓で別に決めていなければ、そこに入ったのと同じです。",
    ),
    # 22. Combat
    (
        "22.1",
        (
            "Guards and intruders can attack each other while they share a zone, whether one has just come in or both "
            "were there when the turn began."
        ),
        (
            "攻撃は、護衛と侵入者が同じゾーンにいるときに起こります。入ってきたばかりでも、ターンの初めからいても同じで"
            "す。"
        ),
    ),
    (
        "22.2",
        "Only the side whose phase it is attacks.",
        "攻撃できるのは、今のフェイズを受け持つ側だけです。",
    ),
    (
        "22.3",
        (
            "An intruder attacks by discarding a Kenjutsu of his own, which removes one guard in his zone; Shuriken "
            "does the same, and Potent Sake makes a guard drunk. He may go on card by card."
        ),
        (
            "侵入者は自分の「剣術」を1枚捨て、同じゾーンの護衛1体を取り除きます。「手裏剣」も同じで、「強い酒」は護衛を"
            "酔わせます。1枚ずつ続けて使えます。"
        ),
    ),
    (
        "22.4",
        "An intruder's Kenjutsu raises the alert by the 1 or 2 printed on it. The number is declared with the card.",
        "侵入者の「剣術」は、そこに書かれた1か2だけ警戒レベルを上げます。その数はカードと一緒に宣言します。",
    ),
    (
        "22.5",
        (
            "He need not kill all guards. But if any guard able to act is left in a zone he entered, he is seen and "
            "the alert goes to high."
        ),
        (
            "護衛を全員殺さなくてもかまいません。ただし、入ったゾーンに動ける護衛が残れば見つかり、警戒レベルは「高」に"
            "なります。"
        ),
    ),
    (
        "22.6",
        (
            "In a zone with a visible intruder the guards may use as many Kenjutsu cards as there are guards able to "
            "fight, in the patrol phase too."
        ),
        (
            "見つかっている侵入者のゾーンでは、そこで戦える護衛の数だけ「剣術」を使えます。護衛見回りフェイズでも使えま"
            "す。"
        ),
    ),
    (
        "22.7",
        (
            "Kenjutsu does not count as a guard's one card: a guard who moved by a Search or a Listen may attack in "
            "the same turn."
        ),
        "「剣術」は護衛1体に1枚の数に入りません。探索や聞き耳で動いた護衛も、同じターンに攻撃できます。",
    ),
    (
        "22.8",
        "Each guard attacks at most once a turn, with one card.",
        "護衛1体の攻撃は、1ターンに1回、1枚だけです。",
    ),
    (
        "22.9",
        "Every attack by a guard hits and makes one wound, and the alert goes to high.",
        "護衛の攻撃は必ず当たり、侵入者は1つ負傷して、警戒レベルは「高」になります。",
    ),
    (
        "22.10",
        (
            "The Kenjutsu card lies in front of the intruder player as a wound, on his left for the Ninja and on his "
            "right for the Traitor. It is not shuffled back."
        ),
        (
            "その「剣術」は負傷の印として侵入者プレイヤーの前に置き、山札には戻しません。本人の左が忍者、右が謀反人の分"
            "です。"
        ),
    ),
    (
        "22.11",
        "The Ninja dies at his third wound, the Traitor at his second.",
        "忍者は3つ目、謀反人は2つ目の負傷で死にます。",
    ),
    (
        "22.12",
        "When an intruder dies, the cards that marked his wounds go to the guards' discard pile.",
        "侵入者が死んだら、負傷の印だったカードは護衛の捨て札に加わります。",
    ),
    (
        "22.13",
        "With four players these cards are shared between the two discard piles as after an escape.",
        "4人なら、そのカードを、脱出のときと同じように2つの捨て札に分けます。",
    ),
    (
        "22.14",
        (
            "With two visible intruders in a zone, each attack names its target. The number of guards there limits the "
            "attacks on both together."
        ),
        (
            "1つのゾーンに見つかっている侵入者が2人いれば、攻撃のたびに相手を決めます。攻撃の数は、2人分を合わせてそこ"
            "の護衛の数までです。"
        ),
    ),
    (
        "22.15",
        (
            "With four players a Kenjutsu may be used only for a guard of a unit that its owner's cards may be used "
            "on, unless the table chose otherwise."
        ),
        "4人なら、卓で別に決めていなければ、自分がカードを使える衛兵や見回りの護衛にだけ「剣術」を使えます。",
    ),
)
