"""The characters that the core font must contain, and those that the full one adds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("assets/locale/**/*.po", "assets/boards/*.json", "referee/**/*.json", "referee/**/*.toml",
           "referee/**/*.md", "referee/**/*.txt", "referee/**/*.py", "companion/**/*.py")
"""The files with words that reach a screen."""

_RANGES = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x1E80, 0x1E85),  # Latin, with the accents of European names
    (0x391, 0x3C9), (0x401, 0x451),  # Greek, Cyrillic
    (0x2010, 0x2027), (0x2030, 0x203B), (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2122, 0x2122),
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x2473), (0x25A0, 0x25FF), (0x2600, 0x266F), (0x2713, 0x2717),
    (0x2726, 0x2727), (0x3000, 0x3020), (0x3041, 0x30FF), (0xFF01, 0xFF9F), (0xFFE0, 0xFFE6),
)

NAMES = (
    "佐藤鈴木高橋田中渡辺伊山本村小林加吉松井上野斎清水口阿部森池藤原石岡青近坂長谷川遠後前島崎千葉福西太三金"
    "和中丸武新大内今平古市工安杉北南東片桐宮横河菊久保岩成須黒白星沢尾浜秋永浅荒関服熊矢細荻樋奥早土萩菅堀馬栗"
    "篠根津戸塚倉瀬望月桜飯富豊竹梅桑柳楠榎楢柏椎柴茂芝草花園庭門堂寺社神宇都飛鳥羽鷹鶴亀鹿犬猫虎竜龍馬牛羊猿"
    "太郎次一二三四五六七八九十百千万男雄夫彦介助之也哉司史志士仁義礼智信忠孝勇健康強剛武誠真実正直純清潔明朗光輝"
    "晃昭陽晴旭朝夕夜空海洋波湖江河渓岳峰峯嶺翔飛翼颯凪蓮蒼碧翠緑紅朱茜紫藍黄白雪氷霜露雨雲霞霧風嵐雷音響奏律"
    "琴弦詩歌織絹綾紗麻衣糸絵美麗華香芳薫薔薇菜苺桃杏梨柚桂楓椿葵茉莉蘭菫撫心愛恋優慈恵幸福祥瑞吉寿祐佑佳良善"
    "希望夢叶願祈結縁紬繋友朋仲和輪円満充豊栄昌盛隆進達逸俊敏賢哲学文章典則紀綱規範理央治政公国邦州都京奈那由"
    "亜伊宇衣江於加香貴子沙早紗世聖瀬曽多知千津手斗登菜奈仁丹沼根乃野葉羽日妃陽穂真麻未実美武舞夢芽萌百桃也矢弥"
    "有友悠結夕遊優侑祐雄勇湧裕世代予余良蘭李梨里理璃莉瑠琉留流玲怜令礼麗鈴伶蓮恋路露呂朗和輪若我雅賀画快"
    "開海凱魁絵恵楽覚岳学完寛幹貫歓冠環間観希喜基規輝毅義吉匠京恭教暁錦欣圭慶敬景計啓恵継結兼建研謙元玄源厳幸"
    "広弘宏浩洸恒功孝康高航紘剛豪克国才彩斎咲朔佐左沙皐晃三燦士史志至詩資慈次治時滋爾磁識鹿七質実写者尺寂主守"
    "朱珠樹秀周秋修舟州洲柊周十重駿春俊旬純潤準淳順諄初曙緒渚諸女如助恕序昇将祥章勝笑晶照湘翔丞丈城常穣心信新"
    "真慎晋森仁尋臣人吹水瑞翠崇数寸生世成正征政星晴聖誠静斉石雪節仙先千川泉宣専染船選素爽想創颯奏蒼総宗壮聡"
    "造蔵尊太大泰台拓卓琢達壇端暖男智知千竹筑茶宙忠長張朝潮直椎通鶴弟定貞庭悌禎哲鉄典天展伝渡都土斗冬東桃"
    "登統董藤道瞳同徳篤独敦呑那奈凪南楠二虹日寧熱年之乃納能農芭馬培白柏博八隼帆伴般坂飛妃比彼琵枇美弥彦"
    "姫百俵氷平兵冨夫富楓風福文武舞部平碧辺穂歩帆保宝峰萌法方芳豊望朋睦牧万満未巳稔夢茂木杢門紋"
    "也夜野矢弥役約薬友佑勇悠有由祐裕邑遊雄融優予与誉洋葉要遥陽養来雷頼洛嵐覧里理璃立律竜隆良亮涼諒凌遼林"
    "琳倫臨瑠類令伶玲礼鈴麗連廉蓮恋錬呂路郎朗労六禄倭和惑澤濱邊邉廣國齋齊眞瀧圓壽榮櫻龍髙﨑德惠鷲鳩雀燕鴨鯉鮎鯨"
)
"""The kanji of common family and given names."""


SEALS = "目付否封勝負分引忍城戯略学巻物侍師不蠍座伝説密書影印札組山河毒火水風土雷月日星"
"""What stands on seals, tiles and cards."""


def core_characters(root: Path = ROOT) -> set[str]:
    """Return the characters that every phone loads: signs, kana, names, and those of our own words."""
    signs = {chr(code) for first, last in _RANGES for code in range(first, last + 1)}
    return signs | set(NAMES) | set(SEALS) | written(root)


def written(root: Path = ROOT) -> set[str]:
    """Return the characters outside ASCII in the words we ship."""
    texts = (path.read_text(encoding="utf-8") for pattern in SOURCES for path in root.glob(pattern))
    return {character for text in texts for character in re.findall(r"[^\x00-\x7f]", text)}


def full_characters() -> set[str]:
    """Return every character of JIS X 0208: levels 1 and 2 and their signs."""
    return set(_decoded((high, low) for high in range(0xA1, 0xF5) for low in range(0xA1, 0xFF)))


def _decoded(pairs: Iterable[tuple[int, int]]) -> Iterable[str]:
    for pair in pairs:
        try:
            yield bytes(pair).decode("euc_jp")
        except UnicodeDecodeError:
            continue
