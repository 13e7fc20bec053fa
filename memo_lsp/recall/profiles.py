"""Profiles: each a ranking as a value. Reading one is reading the design; a setting replaces one of its constants.

`v2` and `legacy` are the published rankings and stay as they are, so that a regression can be told from a change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from memo_lsp.recall.pool import Stage
from memo_lsp.recall.stages.boost import BranchBoost, IdentifierBoost, RareTokenBoost
from memo_lsp.recall.stages.cut import Cut
from memo_lsp.recall.stages.diversity import TwoPerFile
from memo_lsp.recall.stages.excerpt import Excerpts
from memo_lsp.recall.stages.fuse import Cosine, Rrf, Weighted
from memo_lsp.recall.stages.quality import Confidence, Trust, Usage
from memo_lsp.recall.stages.recency import AskedRecency, HyperbolicRecency, KindRecency
from memo_lsp.recall.stages.supersession import Superseded, SupersededOut
from memo_lsp.recall.stages.tide import Tide

ORDER = (
    "fuse", "identifier", "rare_token", "branch", "recency", "superseded",
    "trust", "confidence", "usage", "tide", "diversity", "period", "cut", "excerpt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Profile:
    """The legs that are asked, how many candidates each brings (at least `per_hit` for each hit wanted), the stages."""

    name: str
    legs: tuple[str, ...]
    stages: tuple[Stage, ...]
    candidates: int = 25
    per_hit: int = 1

    def wanted(self, k: int) -> int:
        """Candidates a leg is asked for."""
        return max(self.candidates, self.per_hit * k)

    def stage(self, name: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    def without(self, name: str) -> Profile:
        return replace(self, stages=tuple(stage for stage in self.stages if stage.name != name))

    def having(self, stage: Stage) -> Profile:
        """With this stage in its place, instead of one of the same name if there is one."""
        stages = (*self.without(stage.name).stages, stage)
        return replace(self, stages=tuple(sorted(stages, key=lambda each: ORDER.index(each.name))))


V2 = Profile(
    "v2",
    legs=("vector", "keyword"),
    candidates=25,
    stages=(
        Weighted(vector=0.7, keyword=0.3),
        IdentifierBoost(each=0.3, most=2.0),
        RareTokenBoost(by=1.15),
        BranchBoost(by=1.1),
        AskedRecency(half_life=21.0, floor=0.5, top=10),
        Superseded(by=0.5),
        Tide(floor=0.85),
        Cut(),
        Excerpts(),
    ),
)

LEGACY = Profile(
    "legacy",
    legs=("vector", "keyword"),
    candidates=25,
    stages=(
        Rrf(k=60.0),
        IdentifierBoost(each=0.3, most=2.0),
        BranchBoost(by=1.1),
        Superseded(by=1.0),
        Tide(floor=0.85),
        Cut(),
        Excerpts(),
    ),
)

SIGNALS = Profile(
    "signals",
    legs=("vector", "keyword"),
    candidates=0,
    per_hit=4,
    stages=(Rrf(k=60.0), KindRecency(floor=0.2), SupersededOut(), Usage(), Cut(), Excerpts()),
)

COMPOSITE = Profile(
    "composite",
    legs=("vector",),
    candidates=0,
    per_hit=4,
    stages=(
        Cosine(),
        HyperbolicRecency(days=30.0),
        Superseded(by=1.0),
        Trust(),
        Confidence(),
        TwoPerFile(most=2, second=0.8),
        Cut(),
        Excerpts(),
    ),
)

PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (V2, LEGACY, SIGNALS, COMPOSITE)})


def leg_alone(leg: str) -> Profile:
    """One leg with nothing done to what it finds, for measuring it."""
    return Profile(f"leg:{leg}", legs=(leg,), stages=(Weighted(), Cut(), Excerpts()))


def with_constants(profile: Profile, constants: Mapping[str, Any]) -> Profile:
    """The profile with these constants in place of its own, and `*` behind its name if that changed anything.

    Raises ValueError naming a constant that does not exist or cannot have this value."""
    changed = profile
    for name in sorted(constants, key=lambda each: each != "fusion_mode"):  # the mode first: weights belong to it
        if name not in CONSTANTS:
            raise ValueError(f"{name}: no such constant; there are {', '.join(CONSTANTS)}")
        changed = CONSTANTS[name](changed, constants[name])
    return profile if changed == profile else replace(changed, name=f"{profile.name}*")


def _number(name: str, value: Any, least: float = 0.0) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: {value!r} is no number") from None
    if not least <= number < float("inf"):
        raise ValueError(f"{name}: {value!r} is out of range")
    return number


def _switch(stage: Stage, factor: Callable[[float], Stage]) -> Callable[[Profile, Any], Profile]:
    """A stage that 0 turns off, 1 turns on (as the profile has it, else `stage`), and another number sets."""

    def apply(profile: Profile, value: Any) -> Profile:
        number = _number(stage.name, value)
        if number == 0.0:
            return profile.without(stage.name)
        if number == 1.0:
            return profile if profile.stage(stage.name) else profile.having(stage)
        return profile.having(factor(number))

    return apply


def _superseded(profile: Profile, value: Any) -> Profile:
    """0: replaced memories stay where they are (and still name their successor); 1: halved; else the factor."""
    number = _number("superseded", value)
    if number == 1.0 and profile.stage("superseded") not in (None, Superseded(by=1.0)):
        return profile
    return profile.having(Superseded(by={0.0: 1.0, 1.0: 0.5}.get(number, number)))


def _fusion_mode(profile: Profile, value: Any) -> Profile:
    modes: dict[Any, type[Weighted | Rrf]] = {"weighted": Weighted, "rrf": Rrf}
    if value not in modes:
        raise ValueError(f"fusion_mode: {value!r} is neither weighted nor rrf")
    return profile if isinstance(profile.stage("fuse"), modes[value]) else profile.having(modes[value]())


def _of(stage: str, field: str, name: str, least: float = 0.0) -> Callable[[Profile, Any], Profile]:
    """A field of a stage; a profile whose stage has no such field has nothing to change."""

    def apply(profile: Profile, value: Any) -> Profile:
        number = _number(name, value, least)
        found: Any = profile.stage(stage)
        if found is None or all(each.name != field for each in fields(found)):
            return profile
        return profile.having(replace(found, **{field: number}))

    return apply


def _candidates(profile: Profile, value: Any) -> Profile:
    return replace(profile, candidates=int(_number("candidates", value, least=1.0)), per_hit=1)


CONSTANTS: Mapping[str, Callable[[Profile, Any], Profile]] = MappingProxyType(
    {
        "fusion_mode": _fusion_mode,
        "rrf_k": _of("fuse", "k", "rrf_k", least=1.0),
        "vector_weight": _of("fuse", "vector", "vector_weight"),
        "keyword_weight": _of("fuse", "keyword", "keyword_weight"),
        "candidates": _candidates,
        "identifier_boost": _switch(IdentifierBoost(), lambda by: IdentifierBoost(each=by - 1.0)),
        "rare_token_boost": _switch(RareTokenBoost(), RareTokenBoost),
        "branch_boost": _switch(BranchBoost(), BranchBoost),
        "recency": _switch(AskedRecency(), lambda days: AskedRecency(half_life=days)),
        "superseded": _superseded,
        "tide": _switch(Tide(), lambda floor: Tide(floor=floor)),
        "tide_floor": _of("tide", "floor", "tide_floor"),
    }
)
