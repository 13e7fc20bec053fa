"""Small words by language: they carry no subject, and they tell which language a title is in."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.dream.guard.lists import words
from memo_lsp.text.prepare import STOPWORDS

_SMALL = {
    "english": """
        the is are was were be been being and or but if then so as at by for from in into of on onto to up
        with within it its they them their this that these those there here we our us you your i my he she
        his her who which what when while where why how because since hence thus therefore although though
        unless until till per via due must should shall may might can could would will have has had having
        do does did done need needs needed require requires required get gets got let lets become becomes
        any all each every some such same both either other another else also too just only even still
        already yet again now currently really simply very much many most more less than rather quite about
        around across along behind beyond upon whether ever once whenever within'm 're 've 'll 's a an not
        no never none instead out over under through during whose whom""",
    "german": """
        der die das den dem des ein eine einer einem einen eines und oder aber wenn dann weil da als wie so
        ist sind war waren sei wird werden wurde wurden hat haben hatte muss müssen soll sollen sollte darf
        dürfen kann können im in am an auf aus bei bis durch für gegen mit nach von vom vor zu zum zur über
        unter zwischen um es er sie wir ihr man sich uns unser unsere dies diese dieser dieses jeder jede
        jedes alle nur noch schon auch mehr sehr also daher deshalb dadurch damit dass daß ob was wer wo
        nicht kein keine keinen keiner ohne nie niemals""",
    "french": """
        le la les l un une des du de d et ou mais si alors que qu qui quoi dont où car parce comme est sont
        était être été a ont avait avoir doit doivent peut peuvent faut il elle ils elles on nous vous ce
        cet cette ces son sa ses leur leurs notre nos au aux à en dans par pour sur sous avec entre chez
        vers après avant depuis pendant très plus moins aussi tout tous toute toutes ne n pas jamais sans
        aucun aucune se s y""",
    "spanish": """
        el la los las un una unos unas lo del de y o pero si entonces que quien cual cuyo donde cuando
        porque como es son era ser sido está están estar ha han había haber debe deben puede pueden hay se
        le les su sus nuestro esta este estos estas ese esa al a en por para con sobre entre hasta desde
        según muy más menos también todo todos toda todas cada solo sólo ya no nunca sin ningún ninguna""",
    "italian": """
        il lo la i gli le un uno una di del dello della dei degli delle da dal dalla dai dalle e o ma se che
        chi cui dove quando perché come è sono era essere stato ha hanno aveva avere deve devono può possono
        si ci ne al allo alla ai agli alle in nel nella nei nelle con per su sul sulla tra fra molto più
        meno anche tutto tutti tutta tutte ogni solo già non mai senza nessun nessuna questo questa quando
        viene vengono""",
    "portuguese": """
        o a os as um uma uns umas de do da dos das e ou mas se que quem qual onde quando porque como é são
        era ser sido está estão estar há tem têm tinha ter deve devem pode podem lhe seu sua seus suas nosso
        esta este isso essa ao aos à às em no na nos nas num numa por pelo pela para com sobre entre até
        desde muito mais menos também todo todos toda todas cada só já não nunca sem nenhum nenhuma""",
    "dutch": """
        de het een en of maar als dan omdat want dat die dit deze is zijn was waren wordt worden werd heeft
        hebben had moet moeten mag mogen kan kunnen zal in op aan bij tot door voor tegen met na van naar
        uit over onder tussen om er hij zij we wij ons onze men zich elk elke alle alleen nog al ook meer
        zeer dus daarom niet geen zonder nooit te""",
    "swedish": """
        en ett och eller men om så att som den det de dem är var vara varit blir har hade ha måste ska skall
        får kan i på av från till för med utan mot genom under över mellan efter före innan när där här vi
        oss vår man sig sin sitt varje alla bara också mycket mer därför inte ej aldrig ingen inga""",
    "danish": """
        en et og eller men om så at som den det de dem er var være været bliver har havde skal må kan i på
        af fra til for med uden mod gennem under over mellem efter før når der her vi os vores man sig sin
        hver alle kun også meget mere derfor ikke ej aldrig ingen""",
    "finnish": """
        ja tai mutta jos kun että joka on ovat oli olla ollut se ne tämä me sen kaikki vain myös ei eivät
        älä ilman koskaan""",
    "polish": """
        i oraz lub albo ale jeśli gdy kiedy że który która które jest są był była było być ma mają musi
        muszą może mogą w we na z ze do od dla po przed przez pod nad między o u za się to ten ta te my nasz
        każdy wszystkie tylko już też więc bo ponieważ nie bez nigdy żaden brak""",
    "czech": """
        a nebo ale pokud když že který která které je jsou byl byla bylo být má mají musí může mohou v ve na
        z ze do od pro po před přes pod nad mezi o u za se to ten ta my náš každý všechny jen už také proto
        protože ne není nejsou bez nikdy""",
    "russian": """
        и или но если то когда что который которая которые это есть был была было были быть должен должна
        должны нужно можно может могут в во на с со из к ко от до для по при через под над между о об у за
        мы нас наш он она они его её их каждый все всё только уже ещё также поэтому потому так как не ни нет
        без никогда а же бы""",
    "turkish": """
        ve veya ama fakat ise eğer bir bu şu o için ile gibi daha en çok her tüm sadece artık da de mi ki
        olarak olan sonra önce kadar göre değil yok hiç asla""",
    "hungarian": """
        a az és vagy de ha akkor mert hogy ami aki amely van vannak volt lesz kell lehet egy ez csak már is
        minden nem ne nincs soha nélkül""",
    "romanian": """
        și sau dar dacă când că care este sunt era fi a fost are au trebuie poate un o la în din pe cu de
        pentru prin după între nu fără niciodată doar toate""",
    "indonesian": """
        yang dan atau tetapi jika ketika karena adalah ini itu di ke dari untuk dengan pada oleh akan harus
        bisa dapat kami semua hanya juga sudah tidak bukan jangan tanpa belum""",
    "vietnamese": "và hoặc nhưng nếu khi vì là các những của cho với trong trên từ đến phải có thể không chưa đừng",
    "arabic": "و أو لكن إذا من إلى على في عن مع هذا هذه التي الذي كان يكون يتم تم كل بعد قبل لا لم لن ليس بدون غير",
    "hindi": "और या लेकिन अगर का की के को से में पर है हैं था थे यह वह जो नहीं मत न बिना",
    "greek": "ο η το οι τα και ή αλλά αν όταν ότι που είναι ήταν σε από για με στο στη στην του της "
    "των δεν μη μην χωρίς",
}  # fmt: skip

SMALL: Mapping[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _SMALL.items()}
ENGLISH = SMALL["english"] | STOPWORDS

# Said of any subject: what a title does with it, not what it is about.
IGNORED = words(
    """
    fix fixes fixed fixing add adds added adding bump bumps bumped upgrade upgrades upgraded update updates
    updated updating note notes noted use uses used using make makes made making simply properly correctly
    actually automatically completely especially certain thing things way case cases todo wip new whole entire
    right exactly basically please ensure ensures going goes go take takes taken keep keeps kept happen happens cause
    causes caused reason come comes came own well back away able see seen described live lives lived reside
    resides sit sits lie lies exist exists hold holds held contain contains contained version versions
    consume consumes fully full decided decision found turns turned noticed discovered learned realised
    realized observed seems seem apparently handle handles handled handling cope copes deal deals temporary
    everywhere"""
)
# Types of conventional commits: the word before the colon.
TYPES = words("build chore ci docs doc feat feature fix perf refactor revert style test tests wip misc deps")
ABOUT = words("docs doc test tests revert")  # of these, what tells of something done with a thing

# What follows a word in other scripts and is written together with it.
PARTICLES = (
    "으로",
    "에서",
    "에게",
    "까지",
    "부터",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "에",
    "로",
    "와",
    "과",
    "도",
    "의",
    "만",
)
HAN_SMALL = frozenset("的了在是和与及将被把就都也但或若我们这那吗呢吧先再不没沒未会")
