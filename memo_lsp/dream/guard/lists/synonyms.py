"""Words for one thing in a programmer's notes: a line each, the first stands for all of them. By English stem."""

from __future__ import annotations

_GROUPS = """
fail break crash abort die choke explode blow panic segfault failure crashing
hang stall stuck freeze block
remove delete erase drop discard deletion removal
strip trim
create generate produce build construct creation
use utilize employ
retain hold preserve remain stay
big large huge
small tiny minor little slight
several multiple various
slow sluggish laggy
quick fast rapid speedy
show display render list
hide conceal
invisible hidden
send deliver dispatch emit
fetch retrieve obtain
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
picture image photo
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
expire expiry expiration expired last lasts lasting
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
arrive come
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
damaged corrupt corrupted
"""
# Several words for one.
PHRASES = (
    (r"\b(?:(?:does|do|did|is|are|was|were)(?: not|n't)|no longer|never) work(?:s|ing)?\b", " fails "),
    (r"\bstop(?:s|ped)? working\b", " fails "),
    (r"\broot cause\b|\bturns? out\b", " "),
    (r"\bcovered by (?:an? )?tests?\b|\bregression tests?\b", " test "),
    (r"\bwork(?:s|ed|ing)? (?:it )?around\b", " workaround "),
    (r"\bby hand\b", " manually "),
    (r"\bat (?:once|the same time)\b", " simultaneously "),
    (r"\bin parallel\b", " simultaneously "),
)
# Two words of one stem that mean two things: looked up before they are stemmed.
WHOLE = {"valid": "expir", "validity": "expir"}
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
