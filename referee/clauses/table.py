"""The rules of the table itself, whatever game is on it: who declares, what is taken back, what is locked."""

from __future__ import annotations

from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (
    # 1. Declaring
    (
        "1.1",
        (
            "A seat declares for itself, and any seat may enter what the table does together. The game master may "
            "declare for a seat that cannot. Nobody else speaks for another seat."
        ),
        (
            "各席は自分の宣言だけをします。卓全体の行いは、どの席が入力しても構いません。宣言できない席の代わりは審判役"
            "だけができ、ほかの人は別の席の宣言をしません。"
        ),
    ),
    (
        "1.2",
        (
            "A match is played by as many seats as its game allows. Every seat has its own short id; public, gm and "
            "table are taken."
        ),
        "対局の席の数は、そのゲームの人数に従います。席ごとに別々の短い番号があり、public・gm・table は使えません。",
    ),
    (
        "1.3",
        (
            "A name has 1 to 40 characters that everybody can read, and no two seats go by the same name, whatever "
            "its letters' case or width. A note has at most 280 readable characters."
        ),
        (
            "名前は読める文字で1〜40字とし、大文字と小文字、全角と半角の違いを除いて、ほかの席と同じ名前は使えません。"
            "メモは読める文字で280字までです。"
        ),
    ),
    (
        "1.4",
        (
            "A declaration is one of its game's moves, with that move's fields and no others. What cannot be read is "
            "refused, and the field is named."
        ),
        "宣言は、そのゲームにある手と、その手の項目だけでできています。読めない宣言は認めず、その項目を示します。",
    ),
    (
        "1.5",
        "Declarations are made while a match is being played. Seats and names change only before it begins.",
        "宣言できるのは対局中だけです。席と名前を変えられるのは、始まる前だけです。",
    ),
    (
        "1.6",
        "Declarations are judged one after the other. Of two at the same moment, the second is judged after the first.",
        "宣言は1つずつ裁定します。同時に2つあったときは、2つ目を1つ目の後で裁定します。",
    ),
    (
        "1.7",
        (
            "What is upheld becomes the next entry of the journal, numbered from 1 without a gap, and stays there. A "
            "refused declaration changes nothing and is no entry."
        ),
        (
            "認められた宣言は、1から続く番号で記録の次の行となり、消えません。認められなかった宣言は何も変えず、記録に"
            "も残りません。"
        ),
    ),
    (
        "1.8",
        ("An illegal secret declaration is refused on its own phone alone; the others cannot tell that there was one."),
        "できない秘密の宣言は、その人のスマートフォンでだけ断られます。ほかの人には、あったことも分かりません。",
    ),
    # 2. Taking back
    (
        "2.1",
        (
            "An undo takes back the last declaration that is in force. Both stay in the journal, and the table is "
            "told. A commitment that was made stays public."
        ),
        (
            "取り消しは、有効な宣言のうち最後の1つを戻します。宣言も取り消しも記録に残り、卓に知らされます。公開済みの"
            "ハッシュ値もそのまま残ります。"
        ),
    ),
    (
        "2.2",
        (
            "A seat takes back its own last declaration, and never past another's, a house ruling or a correction. "
            "The game master may take back any, one after the other, and the table sees it."
        ),
        (
            "席が取り消せるのは自分の最後の宣言だけです。ほかの人の宣言、卓の裁定、訂正を越えては戻せません。審判役は"
            "どれでも順に取り消せますが、卓の全員に見えます。"
        ),
    ),
    (
        "2.3",
        (
            "A seat cannot take back what told somebody a secret, brought in new cards, or ended a match whose "
            "secrets are now open. The game master may."
        ),
        (
            "秘密が伝わった宣言、新しい札が入った宣言、対局を終わらせて秘密を開いた宣言は、席からは取り消せません。審判"
            "役は取り消せます。"
        ),
    ),
    (
        "2.4",
        (
            "A redo lets what was taken back last stand again, until something new is declared. It is for whoever "
            "took it back, or the game master."
        ),
        (
            "やり直しは、最後に取り消したものを元に戻します。新しい宣言があるまで、取り消した本人か審判役だけができま"
            "す。"
        ),
    ),
    # 3. Overruling
    (
        "3.1",
        (
            "The table may overrule the referee: a refused move stands, or points are set by hand. The journal shows "
            "who ruled and which clauses were set aside. What cannot exist on the table cannot be ruled either."
        ),
        (
            "卓は審判の判断に優先できます。断られた手を有効にするか、点数を手で決めます。誰の裁定か、どの条項を外したか"
            "は記録に残ります。卓上にあり得ないことは裁定できません。"
        ),
    ),
    (
        "3.2",
        (
            "The game master's house ruling holds at once. A seat proposes one, and it holds when every other seat "
            "has agreed. One is proposed at a time; it falls when anybody disagrees or the match moves on."
        ),
        (
            "審判役による卓の裁定はすぐに有効です。席は提案でき、ほかの全員が同意すると有効になります。提案は一度に1つ"
            "で、誰かが反対するか対局が進むと無効になります。"
        ),
    ),
    (
        "3.3",
        (
            "The game master may correct an earlier declaration that is in force, or strike it out; a house ruling is "
            "taken back instead. The corrected one must be allowed. The table is told which entry was corrected."
        ),
        (
            "審判役は、有効な以前の宣言を訂正または削除できます。卓の裁定は訂正せず、取り消します。訂正後の宣言は認めら"
            "れるものに限ります。卓には、どの記録を訂正したかだけが知らされます。"
        ),
    ),
    (
        "3.4",
        (
            "After a correction all later declarations are judged again, and those that no longer hold are left out, "
            "unless the reason is a secret. What would have been answered differently, the game master alone is told."
        ),
        (
            "訂正の後の宣言はすべて裁定し直し、成り立たなくなったものは外します。ただし理由が秘密に関わるものは残しま"
            "す。答えが変わるはずだったものは、審判役だけに知らされます。"
        ),
    ),
    # 4. Locking
    (
        "4.1",
        (
            "A secret declaration is locked when it is upheld: the hash of its entry, its move and a random salt is "
            "public at once, and nobody changes it afterwards."
        ),
        (
            "秘密の宣言は認められたときに確定します。記録の番号と手に乱数を加えたハッシュ値がすぐに公開され、後から誰も"
            "変えられません。"
        ),
    ),
    (
        "4.2",
        (
            "When the match has ended every locked declaration is opened with its salt, also those that were taken "
            "back, so that anybody can check it."
        ),
        "対局が終わると、取り消したものも含めて、確定した宣言をすべて乱数とともに開き、誰でも確かめられます。",
    ),
)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"METSUKE-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
"""Every clause, in order."""
