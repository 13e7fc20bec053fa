"""Words that state an absence or a failure, by language, and what only looks like one."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.dream.guard.lists import words

_NEGATORS = {
    "english": "no not never none nobody nothing neither nor cannot without non nowhere hardly nor avoid stop stops "
    "stopped don't",
    "german": "nicht kein keine keinen keiner keines keinem ohne nie niemals nirgends niemand nichts weder",
    "french": "ne pas jamais sans aucun aucune rien ni personne non",
    "spanish": "no nunca jamás sin ningún ninguno ninguna nada nadie ni tampoco",
    "italian": "non mai senza nessun nessuno nessuna niente nulla né neanche",
    "portuguese": "não nunca jamais sem nenhum nenhuma nada ninguém nem",
    "dutch": "niet geen zonder nooit niemand niets",
    "swedish": "inte ej aldrig ingen inga inget utan",
    "danish": "ikke ej aldrig ingen intet uden uten aldri ikkje",
    "finnish": "ei eivät älä ilman koskaan en emme",
    "polish": "nie bez nigdy żaden żadna brak nikt nic",
    "czech": "ne není nejsou bez nikdy žádný žádná nelze nesmí nemá nemůže nebude nic",
    "russian": "не ни нет без никогда никто ничего нельзя немає ніколи",
    "turkish": "değil yok hiç asla hiçbir",
    "hungarian": "nem ne nincs nincsenek soha nélkül sem",
    "romanian": "nu fără niciodată nimic niciun nicio",
    "indonesian": "tidak bukan jangan tanpa belum",
    "vietnamese": "không chưa đừng chẳng",
    "arabic": "لا لم لن ليس بدون غير دون",
    "hindi": "नहीं मत न बिना",
    "greek": "δεν μη μην χωρίς όχι ποτέ",
}
NEGATORS: Mapping[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _NEGATORS.items()}
# Short words that mean something else in another language count only where the title is in theirs.
EVERYWHERE = frozenset(word for words in NEGATORS.values() for word in words if len(word) > 4 or not word.isascii())

# English by stem, so that `fails`, `failed` and `failing` are one.
STATES = words("""
    fail failur broken break broke crash miss lack absent absenc remov disabl off reject refus deni denial
    forbid forbidden prohibit ban unabl imposs revert undo undon rollback lost lose skip ignor omit exclud
    hang deadlock abort unavail invalid unsupport inact insensit illeg wrong choke garbl unreach declin
    disallow unset uninstal withdraw withdrawn retract stall insuffici unnecessari needless superflu
    pointless useless unus unwant inaccess bypass circumv swallow suppress neglect forget disregard exempt
    unsort unorder incomplet mismatch overflow corrupt drop delet discard
    mute silenc strip block offlin disconnect regardless isol""")
# Of these, what is a failure by another name.
FAULTS = words("mismatch overflow corrupt")
# What takes a failure away.
MENDS = words("fix resolv solv mend repair cure correct remedi heal")
# Other languages by the beginning of a word.
STATE_STARTS = (
    "fehlt", "fehlend", "fehlgeschl", "scheiter", "schlägt", "kaputt", "abgelehnt", "verboten", "verhinder",
    "vermeid", "ausgeschaltet", "deaktivier", "entfern", "verweiger", "unmöglich", "falsch", "échou",
    "échec", "manqu", "désactiv", "interdi", "refus", "évit", "supprim", "impossible", "cassé", "fall",
    "falta", "desactiv", "prohib", "rechaz", "evita", "elimina", "imposible", "fallisc", "fallit", "manca",
    "disattiv", "vietat", "rifiut", "rimoss", "rimuov", "falha", "falhou", "desativ", "proib", "rejeit",
    "überspring", "übersprung", "ignor", "verwirf", "verwerf", "verworf", "écart", "descart",
    "remov", "impossível", "mislukt", "ontbreekt", "uitgeschakeld", "verwijder", "geweiger", "verboden",
    "misslyckas", "saknas", "avstäng", "förbjud", "fejler", "mangler", "odrzuc", "wyłącz", "usuń",
    "usunięt", "zabron", "nieudan", "ошибк", "отключ", "выключ", "запрещ", "отклон", "удал", "пада",
    "отсутств", "ломает", "başarısız", "eksik", "yasak", "hata",
)  # fmt: skip

# Endings that negate a verb or make an absence of a noun (Turkish, Finnish).
ENDINGS = {
    "turkish": tuple(words("miyor mıyor muyor müyor mez maz medi madı memeli mamalı siz sız suz süz mesin masın")),
}

# Scripts without ends of words: parts of the text; first what looks like one and is none.
APPARENT = (
    "なければならない", "なければなりません", "なければならず", "なければなら", "なくてはならない",
    "なくてはなりません", "なくてはなら", "なくてはいけない", "なくてはいけません", "ないといけない",
    "ないといけません", "かもしれない", "かもしれません", "間違いない", "少ない", "だけでなく", "ではなく",
    "必ず", "まず", "はず", "不同", "不仅", "不僅", "不过", "不過", "不断", "不斷", "未来", "無線", "無料",
    "非常", "非同期", "非同步", "無事", "不管", "没收", "差不多", "而不是", "지 않으면 안", "뿐만 아니라",
)  # fmt: skip
PARTS = (
    "ない", "ません", "なし", "無し", "無い", "せず", "らず", "ずに", "できず", "無効", "禁止", "失敗", "失败",
    "拒否", "拒绝", "拒絕", "不", "没", "沒", "未", "无", "無", "勿", "别", "別", "非", "缺",
    "停用", "禁用", "关闭", "關閉", "移除", "않", "못", "없", "아니", "말아", "말 것", "실패", "금지",
    "불가", "거부", "비활성", "ไม่", "ห้าม", "לא", "אין", "בלי",
)  # fmt: skip

# A `no` that negates nothing, `off` that turns nothing off, a break that breaks nothing.
HARMLESS = (
    r"--no[-\w]*|\bno[_-](?:std|op|code|ops|cache|verify|wait|sql)\b|\bno-?ops?\b|\bno\.? ?\d+|\bno one\b(?= \w+s\b)"
    r"|\bnot only\b|\bnon-(?=\w)|\bwhy not\b|\bno matter\b|\bno doubt\b|\bnot (?:just|merely|necessarily)\b"
    r"|\bnever again\b|\boff[- ]by\b(?!.default)(?:[- ]one\b)?"
    r"|\b(?:kick|back|sign|hand|trade|cut|spin|split|one|write|show|pay|take|log|turn(?=s? on))s?"
    r"(?:ed|ing)?[- ]off\b|\bgo(?:es|ing)? off\b|\boff the (?:shelf|record|cuff|grid|ground)\b|\boff-\w+"
    r"|\b(?:line|page|paragraph|coffee)[- ]breaks?\b|\bbreak[- ](?:up|out|"
    r"down|points?|even)\b|\bbreaking (?:change|news)s?\b|\bdrop[- ]?(?:down|box|zone|s? shadow)\w*\b|\bstop[- ]?"
    r"(?:words?|watch|sign|gap)\b|\bdead ?lock detect\w*|\bnon[- ]?stop\b|\bfail[- ]?(?:over|safe|fast)\b"
    r"|\bkein(?:e|en)? problem\b|\bnicht nur\b|\bpas seulement\b|\bno s[oó]lo\b|\bnon solo\b|\bне только\b"
    r"|\bnie tylko\b|\bbroken[- ]link checker\b|\bundo (?:stack|history|manager|button)\b"
)

# `X, not Y` and its kin: which of two is meant. Not an absence, where the other title says so, too.
CONTRAST = (
    r"[,;:–—]\s*(?:and |but |und |et |y |e |а |и )?(?:not|never|nicht|pas|non|não|no|не|nie|niet|inte|ikke)\b"
    r"|\b(?:and|but) not\b|\bа не\b|\bи не\b"
)
INSTEAD = (
    r"\binstead of\b|\brather than\b|\b(?:an)?statt\b|\banstelle\b|\bplutôt que?\b|\bau lieu d|\ben (?:lugar|vez) de\b"
    r"|\binvece d|\bpiuttosto che\b|\bem vez d|\bin plaats van\b|\bistället för\b|\bzamiast\b|\bвместо\b"
    r"|而不是|ではなく|대신"
)
ONLY = words(
    """
    only nur seulement seul solo sólo solamente soltanto apenas somente alleen endast bara kun tylko pouze
    только unless except sauf salvo csak doar hanya"""
)
# `needs X` is `does not work without X`.
NEED = words(
    """
    need needs needed require requires required must necessary mandatory braucht benötigt nötig erforderlich
    muss müssen nécessaire nécessite faut necesita necesario hace serve richiede precisa requer vereist
    nodig krävs behövs wymaga wymagają potrzebna potrzebny нужен нужна нужно требует требуют gerekir
    gerektirir"""
)
NEED_PARTS = ("必要", "必须", "必須", "需要", "필요", "있어야")
