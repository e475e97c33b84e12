"""NINJA: Legend of the Scorpion Clan: using cards, hard terrain and the end of the game."""

from __future__ import annotations

END: tuple[tuple[str, str, str], ...] = (
    # 26. Use of cards
    (
        "26.1",
        (
            "Cards are used only in one's own phase. The one exception is It Was Just a Cat, only in answer to a "
            "listen and only while the Traitor is on the map or in the passage."
        ),
        (
            "カードは自分の側のフェイズにだけ使います。例外は「ただの猫だ」だけで、謀反人がマップか抜け穴にいるときに、"
            "聞き耳への答えとして使います。"
        ),
    ),
    (
        "26.2",
        (
            "Intruders may play any card as a bluff, even where it would not work. The card is lost and has no effect; "
            "Secret Passage brings no figure with it, unless the table chose otherwise."
        ),
        (
            "侵入者は、使える条件がそろわなくても、どのカードでもブラフとして使えます。カードはなくなり、効果はありませ"
            "ん。「秘密の抜け穴」でも、卓で別に決めていなければ、フィギュアは置きません。"
        ),
    ),
    (
        "26.3",
        "Guards do not bluff: a guard card needs something it can be used on.",
        "護衛はブラフをしません。カードを使うには、使える相手が必要です。",
    ),
    (
        "26.4",
        "Which card an intruder plays, and which intruder plays it, is shown to all.",
        "侵入者がカードを使うときは、どのカードか、どちらの侵入者が使うかを全員に示します。",
    ),
    # 27. Hard terrain
    (
        "27.1",
        (
            "Every figure ends its move at once when it enters a moat zone, enters the secret passage or crosses a "
            "wall by rope."
        ),
        "堀のゾーンか秘密の抜け穴に入ったとき、縄で壁を越えたときは、どのフィギュアもすぐに移動を終えます。",
    ),
    # 28. End and result
    (
        "28.1",
        (
            "The game ends when all intruders are dead or escaped, or when turn 20 is over. An intruder in the passage "
            "is still in play, and so is one about to return unless the table chose otherwise."
        ),
        (
            "侵入者が全員死ぬか脱出したとき、または20ターン目が終わったときに、ゲームは終わります。抜け穴の中の侵入者は"
            "まだ残っていて、卓で別に決めていなければ、これから再び登場する侵入者も同じです。"
        ),
    ),
    (
        "28.2",
        "The intruders win if both have accomplished their missions and escaped.",
        "2人とも使命を果たして脱出すれば、侵入者側の勝ちです。",
    ),
    (
        "28.3",
        "If exactly one of them has accomplished his mission and escaped, the game is a draw.",
        "使命を果たして脱出したのが1人だけなら、引き分けです。",
    ),
    (
        "28.4",
        "In every other case the guards win.",
        "そのほかはすべて、護衛側の勝ちです。",
    ),
)
