"""Words for one thing in a programmer's notes: a line each, the first stands for all of them. By English stem."""

from __future__ import annotations

_GROUPS = """
fail break broke broken crash abort die choke explode blow
hang stall stuck block
remove delete erase discard
create generate produce build construct
use utilize employ
start begin launch
end halt terminate kill
retain hold held preserve remain stay
big large huge
slow sluggish
quick fast rapid
show display render
hide conceal
send deliver dispatch emit
fetch retrieve
store save persist
check verify validate ensure
contain carry include
allow permit let
forbid prohibit disallow
avoid prevent
error exception failure
bug defect fault
folder directory dir
function method func fn
config configuration setting settings cfg
database db
repository repo
environment env
authentication auth login signin
authorization permission
documentation docs doc
dependency dep
package pkg
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
wait sleep
limit cap restrict
maximum max most
minimum min least
reply response answer
call invoke
change modify alter edit
move relocate migrate
copy duplicate clone
merge combine
split separate divide
pick choose chose chosen select
prefer favour favor
happen occur
cause trigger
empty blank
wrong incorrect bad
missing absent lacking
old legacy outdated
color colour
behavior behaviour
late delay lag
twice double
customer client
developer programmer
write written wrote
lose lost loss
own possess
expire expiry expired valid
forge fake spoof
serve deliver
picture image
screen page view
button btn
respect honour honor obey
skip ignore omit
double twice
"""
GROUPS: tuple[tuple[str, ...], ...] = tuple(tuple(line.split()) for line in _GROUPS.strip().splitlines())

# Forms that no stemmer brings together: the plain one first.
_IRREGULAR = """
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
