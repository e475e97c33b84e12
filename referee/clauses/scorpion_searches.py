"""NINJA: Legend of the Scorpion Clan: searching for missions, what is found, and the way out."""

from __future__ import annotations

SEARCHES: tuple[tuple[str, str, str], ...] = (
    # 18. Searching for missions
    (
        "18.1",
        "To accomplish his mission an intruder must search the zone where his objective is.",
        "使命を果たすには、自分の使命の目的があるゾーンを探索しなければなりません。",
    ),
    (
        "18.2",
        "An intruder may search a zone that he entered or left in this turn. If he did not move, he cannot search.",
        "侵入者が探索できるのは、このターンに自分が入ったゾーンと出たゾーンです。動いていなければ探索できません。",
    ),
    (
        "18.3",
        (
            "An intruder declares his searches after he has finished moving. The other intruder may still move "
            "afterwards, unless the table chose otherwise."
        ),
        (
            "探索の宣言は、その侵入者の移動が終わってからです。卓で別に決めていなければ、もう1人はそのあとに動いてもか"
            "まいません。"
        ),
    ),
    (
        "18.4",
        "At most 2 zones are searched a turn, both intruders together, unless the table chose otherwise.",
        "探索は、侵入者2人を合わせて1ターンに2ゾーンまでです(卓で変えられます)。",
    ),
    (
        "18.5",
        "A zone passed in this turn may be searched although guards are in it.",
        "このターンに通ったゾーンなら、護衛がいても探索できます。",
    ),
    (
        "18.6",
        (
            "Each search names the intruder who searches and the zone, for all to hear. Only the hidden Lone Wolf is "
            "just called the intruder."
        ),
        (
            "探索するときは、どちらの侵入者がどのゾーンを探すかを全員に告げます。名を伏せるのは、正体を隠した「一匹狼」"
            "だけです。"
        ),
    ),
    (
        "18.7",
        "The zones are named in any order; it need not be the order in which he passed them.",
        "ゾーンを告げる順番は自由で、通った順でなくてもかまいません。",
    ),
    (
        "18.8",
        (
            "Answers come only after all zones of the declaration are named. Each intruder declares once a turn and "
            "adds nothing once the first answer is given."
        ),
        (
            "答えが出るのは、宣言のゾーンをすべて告げたあとです。宣言は侵入者1人につき1ターン1回で、最初の答えのあとに"
            "足すことはできません。"
        ),
    ),
    (
        "18.9",
        (
            "The answer for each zone is an objective with its letter, a trap, a hidden sentry, or nothing. Zones "
            "where no mark can be may be searched too; the answer is nothing."
        ),
        (
            "答えは、使命の目的とその文字、罠、隠れ衛兵、なし、のどれかです。印を置けないゾーンも探索でき、答えは「なし"
            "」です。"
        ),
    ),
    (
        "18.10",
        (
            "If the letter found is that of the searcher's own mission, his tile is shown to the guards and the "
            "mission is accomplished. He cannot keep it back."
        ),
        (
            "見つかった文字が探索した本人の使命なら、タイルを護衛に見せ、使命は達成されます。見せないでおくことはできま"
            "せん。"
        ),
    ),
    (
        "18.11",
        "An intruder cannot accomplish the other's mission. If he finds that letter, nothing is shown.",
        "もう1人の侵入者の使命は達成できません。その文字が見つかっても、タイルは見せません。",
    ),
    (
        "18.12",
        "Even when the place is known already, the owner of the mission must search it himself.",
        "場所がもう分かっていても、使命の持ち主が自分で探索しなければなりません。",
    ),
    (
        "18.13",
        "Objectives stay on the map even when they have been found.",
        "使命の目的は、見つかったあとも消えません。",
    ),
    (
        "18.14",
        "Everybody may note which zones were searched and which letters were found.",
        "探索されたゾーンと見つかった文字は、誰でも書き留められます。",
    ),
    (
        "18.15",
        "A declaration names a zone only once. Both intruders may search the same zone; that counts as two searches.",
        (
            "同じゾーンを1回の宣言で2度告げることはできません。侵入者2人が同じゾーンを探索するのはかまわず、2回と数えま"
            "す。"
        ),
    ),
    (
        "18.16",
        "Only zones of the map can be searched, not the secret passage and not the outside.",
        "探索できるのはマップの上のゾーンだけで、秘密の抜け穴とマップの外は探索できません。",
    ),
    # 19. Traps and hidden sentries
    (
        "19.1",
        "A trap that is found raises the alert by 1.",
        "罠が見つかると、警戒レベルが1段階上がります。",
    ),
    (
        "19.2",
        "A trap stays and springs again whenever its zone is searched.",
        "罠は残り、そのゾーンが探索されるたびに働きます。",
    ),
    (
        "19.3",
        (
            "When a hidden sentry is found, the intruder who searched may at once kill it with one Kenjutsu or one "
            "Shuriken of his own hand, even if he has moved on. A Kenjutsu raises the alert as usual; the table may "
            "choose otherwise in both points."
        ),
        (
            "隠れ衛兵が見つかったら、探索した侵入者は、もうそこにいなくても、自分の手札の「剣術」か「手裏剣」を1枚使っ"
            "て、その場で倒せます。「剣術」なら、いつもどおり警戒が上がります。どちらも卓で変えられます。"
        ),
    ),
    (
        "19.4",
        (
            "If the hidden sentry is not killed, the alert goes to high at once and one guard figure is placed in that "
            "zone."
        ),
        "隠れ衛兵が倒されなければ、すぐに警戒レベルが「高」になり、そのゾーンに護衛が1体現れます。",
    ),
    (
        "19.5",
        "Killed or not, the hidden sentry's mark is gone. A later search there finds nothing.",
        "倒されてもされなくても、隠れ衛兵の印はなくなります。あとでそこを探索しても「なし」です。",
    ),
    (
        "19.6",
        (
            "A hidden sentry that was not killed discovers the intruders in its zone. One who has moved on is not "
            "discovered, unless the table chose otherwise."
        ),
        (
            "倒されなかった隠れ衛兵は、そのゾーンにいる侵入者を発見します。もう先へ進んだ侵入者は、卓で別に決めていなけ"
            "れば発見されません。"
        ),
    ),
    (
        "19.7",
        "With four players the guards choose whether a sword or a spear is placed, and so who controls it.",
        "4人なら、刀と槍のどちらを置くかを護衛側が選びます。それで、どちらのプレイヤーのものかも決まります。",
    ),
    (
        "19.8",
        "The new figure is a sentry. It can act from the next guard phases on.",
        "現れた護衛は衛兵です。次に護衛側の番が来たときから使えます。",
    ),
    # 20. Escape
    (
        "20.1",
        "From an edge zone an intruder may leave the map. This costs 1 zone of movement and ends his move.",
        "端のゾーンからは、マップの外へ出られます。これは1ゾーンの移動で、そこで終わりです。",
    ),
    (
        "20.2",
        "An intruder who has escaped does not come back and does nothing more, unless the table lets him still search.",
        "脱出した侵入者は、もう戻らず、何もできません。探索だけは、卓で認めればできます。",
    ),
    (
        "20.3",
        "The guards are told that an intruder has escaped and which one, but not from where.",
        "護衛には、どちらの侵入者が脱出したかだけを告げ、どこから出たかは告げません。",
    ),
    (
        "20.4",
        "The Kenjutsu cards that marked his wounds go to the guards' discard pile.",
        "その侵入者の負傷の印だった「剣術」は、護衛の捨て札に加わります。",
    ),
    (
        "20.5",
        (
            "With four players the guards choose how many of these cards go to which of their discard piles. Without "
            "agreement each card goes to the player who used it."
        ),
        (
            "4人なら、その「剣術」を2つの捨て札にどう分けるかを護衛側が決めます。決まらなければ、使った人の捨て札に戻り"
            "ます。"
        ),
    ),
    (
        "20.6",
        "An intruder may escape without having accomplished his mission.",
        "使命を果たしていなくても、脱出できます。",
    ),
)
