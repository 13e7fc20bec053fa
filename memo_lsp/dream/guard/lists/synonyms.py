"""Words for one thing in a programmer's notes: a line each, the first stands for all of them. By English stem."""

from __future__ import annotations

_GROUPS = """
fail break crash abort die choke explode blow panic segfault failure crashing
hang stall stuck freeze block lockup
remove delete erase drop discard deletion removal lose loss vanish disappear
strip trim
create generate produce build construct creation
use utilize employ
retain hold preserve remain stay retention
big large huge
small tiny minor little slight
several multiple various
slow sluggish laggy stutter choppy jerky
quick fast rapid speedy
show display render list draw paint
hide conceal
invisible hidden
send deliver dispatch emit arrive transmit transmission
fetch retrieve obtain retrieval
store save persist
check verify validate
contain carry include comprise
allow permit
forbid prohibit disallow ban
prevent avoid
reject refuse decline deny
ignore skip omit disregard
error exception
problem issue trouble bug defect fault
folder directory dir
function method func fn
configuration config setting settings preference cfg
database db
repository repo
environment env
authentication auth login signin
authorization permission
documentation docs doc
specification spec
dependency dep
package pkg
library lib
message msg
parameter param argument arg
variable var
application app
administrator admin
production prod
development dev
kubernetes k8s
postgres postgresql pg
javascript js
typescript ts
python py
password passphrase
picture image photo img pic photograph
movie video
sound audio
mail email
phone mobile
website site
screen page view
button btn
task job
utility tool
memory ram
processor cpu
disk drive
internet network
wait sleep
limit cap restrict maximum max ceiling
minimum min
average mean
reply response answer
call invoke
run execute
change modify alter edit
reduce lower decrease shrink cut
increase raise grow
replace swap substitute
move relocate migrate transfer migration
copy duplicate clone
merge combine
split separate divide
pick choose select choice
prefer favour favor
decide decision
offer suggest recommend
occur arise appear
start begin launch startup boot
end halt terminate kill quit exit shutdown
clear flush purge wipe
reset restore
empty blank
wrong incorrect bad faulty
correct proper
missing absent lacking
legacy outdated obsolete
previous prior former earlier
next following subsequent
initial first
color colour
behavior behaviour
late delay lag
twice double
developer programmer
expire expiry expiration expired lapse
forge fake spoof
serve deliver
respect honour honor obey
fulfil fulfill satisfy
treat consider regard interpret
assume expect presume
depend rely
match fit correspond
differ deviate vary
exceed longer larger bigger greater beyond
smaller shorter fewer below
reach hit
survive outlive
mandatory compulsory obligatory
automatic automated
individual distinct dedicated
shared common joint
identical equal alike
random arbitrary
occasionally intermittently sporadically sometimes
often frequently
rarely seldom
immediately instantly
approximately roughly circa
except besides
overlap cover
buy purchase
sell sale
receive get
return yield
specify define
inverted reversed
damaged corrupt corrupted garble mangle scramble
enable activate
disable deactivate
sign signature
long length
wide width
high height
deep depth
strong strength
weigh weight
describe description
convert conversion
subscribe subscription
resolve resolution
reduce reduction
expand expansion
collide collision clash conflict
exclude exclusion
include inclusion
submit submission
permit permission
respond response
postpone defer
acknowledge ack confirm confirmation
gather collect
distribute spread
compute calculate calculation computation calc
watch monitor observe
protect secure
unify consolidate
tune tweak adjust
temporary temp tmp
initialize initialise init initialization
synchronize synchronise sync synchronous
asynchronous async
normalize normalise
serialize serialise
optimize optimise
initial initially
regex regexp
certificate cert
credential cred
implementation impl implement
attribute attr
property prop
element elem
source src
destination dest dst
information info
statistics stats
reference ref
character char
performance perf
organization organisation org
extension ext
indefinitely forever endlessly
flaky unstable unreliable flakiness
reachable accessible
unreachable inaccessible
silently quietly
solely exclusively
partially partly
wholly entirely
frequency often
obtain acquire
name title label
speed velocity
staff personnel
twin duplicate
trip journey
rotate turn
forecast predict prediction
trace track
blink flash flicker
guess estimate
vendor supplier
client customer
warn alert warning
flood overwhelm
bypass circumvent
exhaust deplete
saturate overload
enlarge widen
"""
# Several words for one: a part that a text must hold to be looked at, what is said, and the word for it.
PHRASES = (
    ("work", r"\b(?:(?:does|do|did|is|are|was|were)(?: not|n't)|no longer|never) work(?:s|ing)?\b", " fails "),
    ("stop", r"\bstop(?:s|ped)? working\b", " fails "),
    (" down", r"\b(?:go(?:es|ing)?|went|is|are|was) down\b", " fails "),
    ("root", r"\broot cause\b", " "),
    ("turn", r"\bturns? out\b", " "),
    ("test", r"\bcovered by (?:an? )?tests?\b|\bregression tests?\b", " test "),
    ("around", r"\bwork(?:s|ed|ing)? (?:it )?around\b", " workaround "),
    ("hand", r"\bby hand\b", " manually "),
    ("at ", r"\bat (?:once|the same time)\b", " simultaneously "),
    ("parallel", r"\bin parallel\b", " simultaneously "),
    ("more", r"\bany ?more\b", " "),
    ("no longer", r"\bno longer\b(?! than)", " "),
    ("last", r"(?<!\bthe )(?<!\bour )\blast +(?=§|for |until |up to |longer )", " expire "),
    ("gone", r"\b(?:is|are|was|were) gone\b", " lose "),
    ("at most", r"\bat most\b", " limit "),
    ("up to", r"\bup to\b", " limit "),
    (" than", r"\b(?:no|not)(?: be)? (?:more|longer|larger|bigger|greater|higher) than\b", " limit "),
    ("maximum of", r"\ba maximum of\b", " limit "),
    ("§", r"§ +(?:long|wide|high|deep|tall|old)\b", "§"),
    (" again", r"\b(run|start|build|send|open|load|play|read|write|connect|compute|check|try|print)(s?|ed|ing) again\b",
     r" re\1\2 "),
    ("live", r"\b(?:the|in|on|our|from|to|of|for) live\b(?! (?:in|on|at)\b)", " production "),
    ("live", r"^\W*live\b(?=\W*$| to\b)", " production "),
    (" out", r"\b(?:go(?:es|ing)?|went) out\b", " outage "),
    (" off", r"\b(?:go(?:es|ing)?|went) off\b", " sound "),
    ("now ", r"\bnow (?:called|named)\b", " rename "),
    (" own", r"\bon (?:its|their) own\b", " automatic "),
    ("sel", r"\bby (?:itself|themselves)\b", " automatic "),
    (" on", r"\b(?:switch|turn)(?:s|es|ed|ing)? on\b", " enable "),
    (" off", r"\b(?:switch|turn)(?:s|es|ed|ing)? off\b", " disable "),
    ("speed", r"\b(?:speed(?:s|ed|ing)?|sped) up\b", " quick "),
    ("faster", r"\b(?:faster|quicker)\b", " quick "),
    ("slow", r"\bslow(?:s|ed|ing)? down\b|\bslower\b", " slow "),
    ("regardless", r"\bregardless of\b", " ignore "),
    ("matter", r"\b(?:does|do)(?: not|n't) matter\b", " ignore "),
    ("exceed", r"\b(?:not|n't|never) exceed\b", " limit "),
    ("进行", "进行", " "),
    ("失效", "失效", "过期"),
    ("到期", "到期", "过期"),
    ("报错", "报错", "错误"),
    ("必須", "必須", "必要"),
)  # fmt: skip
# Two words of one stem that mean two things: looked up before they are stemmed.
WHOLE = {"valid": "expir", "validity": "expir", "lasts": "expir", "lasted": "expir", "lasting": "expir"}
GROUPS: tuple[tuple[str, ...], ...] = tuple(tuple(line.split()) for line in _GROUPS.strip().splitlines())

# Forms that no stemmer brings together: the plain one first.
_IRREGULAR = """
become became/beat beaten/break broke broken/choose chose chosen/cling clung/creep crept/dig dug/do did done
forgive forgave forgiven/get got gotten/go went gone/hang hung/hold held/learn learnt/lose lost/make made
overtake overtook/rebuild rebuilt/redo redid redone/rerun reran/resend resent
ride rode ridden/run ran/sit sat/spill spilt/string strung
swear swore sworn/take took taken/undergo underwent undergone/undo undid undone/win won/write wrote written
begin began begun/bind bound/blow blew blown/bring brought/build built/buy bought/catch caught/come came/deal dealt
draw drew drawn/drive drove driven/fall fell fallen/feed fed/feel felt/fight fought/find found/flee fled/fly flew flown
forget forgot forgotten/freeze froze frozen/give gave given/grow grew grown/hear heard/hide hid hidden/keep kept
know knew known/lay laid/lead led/lend lent/mean meant/meet met/override overrode overridden/pay paid/prove proven
rewrite rewrote rewritten/ring rang rung/rise rose risen/say said/see saw seen/seek sought/sell sold/send sent
shake shook shaken/shine shone/shrink shrank shrunk/sing sang sung/sink sank sunk/sleep slept/speak spoke spoken
spend spent/spin spun/spring sprang sprung/stand stood/steal stole stolen/stick stuck/strike struck/sweep swept
swim swam swum/swing swung/teach taught/tear tore torn/tell told/think thought/throw threw thrown
understand understood/wake woke woken/wear wore worn/wind wound/withdraw withdrew withdrawn/woman women/man men
child children/person people/index indices indexes/vertex vertices/matrix matrices/datum data/criterion criteria
analysis analyses/query queries/leaf leaves/half halves/foot feet/mouse mice/schema schemata
"""
FORMS: tuple[tuple[str, ...], ...] = tuple(
    tuple(forms.split()) for line in _IRREGULAR.strip().splitlines() for forms in line.split("/")
)
