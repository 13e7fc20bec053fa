"""Words that two titles may have or lack without telling another fact, and those that make an addition one."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.dream.guard.lists import words

# Articles and forms of `to be`, by language: they come and go with the way a thing is told.
_DROPPED = {
    "english": "a an the is are was were be been being has have had must should shall may might can could will would",
    "german": "der die das den dem des ein eine einer einem einen eines ist sind war waren sei wird werden wurde "
    "wurden hat haben hatte muss müssen soll sollen",
    "french": "le la les l un une des est sont était été a ont doit doivent",
    "spanish": "el la los las lo un una unos unas es son era ser está están ha han debe deben",
    "italian": "il lo la i gli le l un uno una è sono era essere ha hanno deve devono viene vengono",
    "portuguese": "o a os as um uma uns umas é são era ser está estão tem têm deve devem",
    "dutch": "de het een is zijn was waren wordt worden werd heeft moet moeten",
}
DROPPED: Mapping[str, frozenset[str]] = {language: frozenset(listed.split()) for language, listed in _DROPPED.items()}

# Japanese particles and signs of Chinese that carry nothing by themselves; and those of them that give a word its part.
PARTICLES = frozenset("がはをにの的了在是")
ROLES = frozenset("がをに的")

# Kinds of things, said behind their names or not, and what goes without saying: the first word's key of each group of
# synonyms, or the stem.
LIGHT = words(
    """
    servic modul file folder function method class tabl column field screen view page server process command
    option flag variabl header endpoint packag librari util tool system compon object item entri record valu
    data messag event request repli code word text line string name type kind sort one set run place locat
    avail current exact all both two time order user show stay retain belong appli work"""
)

# What is done to have a thing at all, said first: `introduce the archive` tells of the archive.
MAKING = words("implement introduc creat write support provid")

# What introduces a reason: it tells the same fact, and why.
REASONS = words("because since as so due thus hence therefore otherwise else weil denn da damit sonst also parce car "
                "puisque porque ya así perché così want omdat")  # fmt: skip
# `for the signature` may be no more than a purpose.
PURPOSE = words("for to para pour für per")

OF = words("of von der des du de del di da do van av af")

# What holds both ways: `A equals B`.
MUTUAL = words(
    """
    share equal match ident differ conflict overlap collid meet correspond resembl altern swap replac exchang
    join link combin merg and or with versus vs und et y e o と や"""
)

# Languages in which who comes first does it. Others, German, Russian, Spanish, turn a sentence round at will. What is
# written without spaces counts as English.
FIXED = frozenset(("english", "french"))
