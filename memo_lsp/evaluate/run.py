"""An evaluation: every set in every profile and in each leg alone, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memo_lsp.clock import Clock
from memo_lsp.embed.port import Embedder
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.evaluate.compare import Difference, compare
from memo_lsp.evaluate.loaded import Loaded, Progress, loaded
from memo_lsp.evaluate.metrics import Figures, Outcome, by_class, macro
from memo_lsp.evaluate.sets import read
from memo_lsp.recall.profiles import PROFILES, Profile, leg_alone, with_constants

LEG = "leg:"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Outcomes by set and profile, one a question in the set's order; `notes` says what of a set could not be used."""

    outcomes: Mapping[str, Mapping[str, Sequence[Outcome]]]
    notes: tuple[str, ...] = ()

    @property
    def profiles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for found in self.outcomes.values() for name in found))

    def figures(self) -> dict[str, dict[str, dict[str, Figures]]]:
        """{set: {profile or leg: {`all` or class: figures}}}."""
        return {
            name: {profile: by_class(outcomes) for profile, outcomes in found.items()}
            for name, found in self.outcomes.items()
        }

    def macro(self) -> dict[str, Figures]:
        """{profile or leg: means over the sets, each counting the same}."""
        figures = self.figures()
        return {name: macro([found[name]["all"] for found in figures.values()]) for name in self.profiles}

    def compared(self, first: str, second: str) -> dict[str, dict[str, dict[str, Difference]]]:
        """Paired differences `second - first`: {set: {`all` or class: {figure: difference}}}."""
        return {name: compare(found[first], found[second]) for name, found in self.outcomes.items()}

    def to_json(self) -> dict[str, Any]:
        return {"sets": self.figures(), "macro": self.macro()}


def runnable(embedder: Embedder | None) -> tuple[str, ...]:
    """Profiles and legs that can be measured: without an embedder only those with words to go by."""
    able = {"keyword"} | ({"vector"} if embedder is not None else set())
    profiles = (name for name, profile in PROFILES.items() if able & set(profile.legs))
    return (*profiles, *(LEG + leg for leg in ("keyword", "vector") if leg in able))


def chosen(names: Sequence[str], constants: Mapping[str, Any], embedder: Embedder | None) -> tuple[Profile, ...]:
    """The profiles of these names (none: all that can run), with constants tried on those that are no leg.

    Raises WrongArgument for a name that is none or cannot run, or a constant that does not fit."""
    able = runnable(embedder)
    for name in names:
        if name not in able:
            raise WrongArgument("profile", f"{name!r} cannot be measured here; there are {', '.join(able)}")
    try:
        return tuple(
            leg_alone(name.removeprefix(LEG)) if name.startswith(LEG) else with_constants(PROFILES[name], constants)
            for name in names or able
        )
    except ValueError as trouble:
        raise WrongArgument("set", str(trouble)) from None


def evaluate(
    paths: Sequence[Path],
    profiles: Sequence[Profile],
    *,
    embedder: Embedder | None,
    clock: Clock,
    progress: Progress = lambda what, done, total: None,
) -> Evaluation:
    """Ask every question of every set in every profile. Settings in force play no part.

    Raises MemoError if a set cannot be read, or two of them have one name."""
    sets = [read(path) for path in paths]
    if len({found.name for found in sets}) < len(sets):
        raise MemoError("two of the sets have one name; rename a file")
    outcomes: dict[str, dict[str, list[Outcome]]] = {}
    notes = []
    for found in sets:
        with loaded(found, embedder, clock, progress) as ready:
            outcomes[found.name] = _asked(ready, profiles, progress)
            notes += [f"{found.name}: {ready.skipped}"] if ready.skipped else []
    return Evaluation(outcomes, tuple(notes))


def _asked(ready: Loaded, profiles: Sequence[Profile], progress: Progress) -> dict[str, list[Outcome]]:
    """One set in every profile."""
    answers: dict[str, list[Outcome]] = {}
    for profile in profiles:
        progress(f"{ready.set.name}: {profile.name}", len(answers), len(profiles))
        answers[profile.name] = ready.outcomes(profile)
    return answers
