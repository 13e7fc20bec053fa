"""Words for one thing in a programmer's notes: a line each, the first stands for all of them. By English stem."""

from __future__ import annotations

_GROUPS = """
fail break broke broken crash abort die choke explode blow
hang freeze froze frozen stall stuck block
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
nightly night
daily day
weekly week
monthly month
hourly hour
yearly year annually annual
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
