"""Pairs of words that cannot both be true of one thing. English by stem, other languages by beginning."""

from __future__ import annotations

from memo_lsp.dream.guard.lists import words

_PAIRS = """
share/separ share/per befor/sinc until/sinc cure/caus solv/caus resolv/caus repair/caus repair/broke cure/broke
introduc/remov appli/exempt guarante/best-effort lax/strict tight/loos tighten/loosen verbos/ters loud/quiet wide/narrow
thick/thin rough/smooth near/far alway/rare often/rare frequent/rare common/rare plural/singular
random/determinist central/distribut sequenti/parallel serial/parallel serial/concurr batch/stream poll/push
poll/webhook abstract/concret rise/fall gain/lose borrow/lend deposit/withdraw expand/contract major/minor
mandatori/voluntari new/old next/previous plus/minus profit/loss surplus/shortag upstream/downstream
warm/cold warm/cool wet/dry widen/narrow freez/thaw hire/fire enter/exit enter/leav entri/exit login/logout
strengthen/weaken simplifi/complic reveal/hide expos/hide expos/protect help/hurt benefit/harm sort/shuffl
push/pop enqueu/dequeu absolut/relat inner/outer singl/multipl singl/doubl pull/push
verpflichtend/freiwillig pflicht/optional obligatori/opcional obligatori/opzional obligatoir/facultatif
verplicht/optioneel обязательн/необязательн verbos/quiet red/green sped/slow all/some everi/some most/few
same/differ same/up same/down surviv/lost surviv/lose surviv/die accept/reject accept/refus
allow/deni allow/forbid allow/forbidden allow/prohibit allow/block permit/forbid grant/revok grant/deni
enabl/disabl activ/inact activ/deactiv on/off add/remov add/drop add/delet creat/delet creat/destroy
insert/delet keep/drop keep/remov keep/strip keep/delet keep/discard includ/exclud includ/omit inclus/exclus
opt-in/opt-out fix/caus fix/broke fix/break mend/broke work/fail work/broken pass/fail succeed/fail
success/failur increas/decreas rais/lower grow/shrink improv/wors improv/degrad improv/worsen better/wors
best/worst ascend/descend asc/desc eager/lazi eager/lazili hot/cold open/close open/shut start/stop
begin/end first/last min/max minimum/maximum least/most more/less more/fewer abov/below up/down upper/lower
uppercas/lowercas push/pull read/write reader/writer encod/decod encrypt/decrypt encrypt/unencrypt
lock/unlock lock/releas mount/unmount instal/uninstal public/privat intern/extern insid/outsid
synchron/asynchron sync/async static/dynam local/remot upload/download import/export input/output left/right
top/bottom horizont/vertic portrait/landscap light/dark true/fals mutabl/immut explicit/implicit
manual/automat parent/child odd/even fast/slow faster/slower high/low higher/lower big/small bigger/smaller
larger/smaller long/short longer/shorter strict/lenient strict/loos deep/shallow attach/detach
connect/disconnect expand/collaps show/hide visibl/hidden subscrib/unsubscrib merg/split join/leav win/lose
buy/sell credit/debit sender/receiv send/receiv produc/consum primari/secondari primari/replica early/late
earlier/later day/night request/respons forward/backward ltr/rtl sign/unsign posit/negat onlin/offlin
valid/invalid love/hate like/dislik safe/unsaf stabl/unstabl optional/requir option/requir option/mandatori
option/compulsori presenc/absenc present/absent present/miss set/unset follow/preced cheap/expens
strong/weak full/empti alway/never always/never everi/none ever/never success/fail requir/forbid
shown/hidden found/lost known/unknown same/differ equal/differ shared/isol share/isol reus/recreat
encourag/discourag recommend/discourag approv/reject accepted/rejected trust/distrust compress/decompress
compress/uncompress pack/unpack wrap/unwrap register/unregist register/deregist mute/unmut pin/unpin
star/unstar hold/releas acquir/releas alloc/free ingress/egress inbound/outbound incom/outgo append/prepend
prefix/suffix head/tail front/back begin/finish start/finish coars/fine cpu/gpu stateless/stateful
server-sid/client-sid single-thread/multi-thread live/dead online/offline single/multi roll/revert
optimist/pessimist blacklist/whitelist blocklist/allowlist deni/permit vor/nach erlaubt/verboten
erlaub/verbiet ein/aus eingeschaltet/ausgeschaltet einschalten/ausschalten aktivier/deaktivier immer/nie
hinzufüg/entfern mindestens/höchstens größer/kleiner schneller/langsamer öffnen/schließen offen/geschlossen
intern/extern angenommen/abgelehnt vorher/nachher gültig/ungültig avant/après activ/désactiv ajout/supprim
toujours/jamais permis/interdit autoris/interdi accept/refus ouvert/fermé antes/después activ/desactiv
añadi/elimin agreg/elimin permit/prohib siempre/nunca acept/rechaz abiert/cerrad con/sin con/senza com/sem
met/zonder med/utan med/uden с/без z/bez avec/sans mit/ohne with/without prima/dopo attiv/disattiv
aggiung/rimuov sempre/mai permess/vietat antes/depois ativ/desativ adicion/remov sempre/nunca voor/na
före/efter før/efter przed/po włącz/wyłącz zawsze/nigdy dozwolon/zabron до/после включ/выключ включ/отключ
разреш/запрещ добав/удал всегда/никогда önce/sonra açık/kapalı
"""

# Scripts without ends of words: one part or the other stands somewhere in the text.
_PARTS = """
启用/禁用 启用/停用 开启/关闭 允许/禁止 增加/减少 添加/删除 添加/移除 同步/异步 成功/失败 之前/之后
打开/关闭 最大/最小 升序/降序 通过/拒绝 公开/私有 上传/下载 导入/导出 读取/写入 可选/必填 必须/禁止
总是/从不 提高/降低 有效/无效 有效/失效 生效/失效 快/慢 有効/無効 追加/削除 許可/禁止 成功/失敗 増や/減ら
増え/減る 開く/閉じる
前に/後に 前/後 同期/非同期 昇順/降順 最大/最小 公開/非公開 必須/任意 常に/決して 前/后 活性/非活性
활성화/비활성화 허용/금지 추가/삭제 추가/제거 성공/실패 전에/후에 동기/비동기 최대/최소 필수/선택 켜/끄
열/닫
"""

PAIRS: tuple[tuple[str, str], ...] = tuple(
    (one, other) for one, _, other in (pair.partition("/") for pair in _PAIRS.split())
)
PART_PAIRS: tuple[tuple[str, str], ...] = tuple(
    (one, other) for one, _, other in (pair.partition("/") for pair in _PARTS.split())
)

# `X` and `unX`. With these beginnings any word has an opposite …
PREFIXES = ("un", "dis", "non", "désa", "dés", "des", "deak", "de", "не", "ne", "nie")
# … but these, which only look it; and with in-, im-, il- and ir- only a few words have.
NOT_OPPOSED = words("""
    display dispatch discard discover discount distribut disturb dismiss disput discuss displac design
    default debug delay depend describ detail depart deploy derive determin demand deliv decid declin degre
    unit union uniqu univers until under unless nested need next neue nest network despit desktop dessin
    desir desk desarroll неделя""")
WITH_IN = words("""
    valid activ sensit complet consist correct accur compat secur stabl visibl finit direct depend exact
    effici suffici appropri possibl mutabl legal regular relev revers perfect precis formal elig reproduc
    respons replac ration toler separ oper frequent flexibl determin definit decis conveni conclus capabl
    applic admiss adequ practic prob prop legit""")
