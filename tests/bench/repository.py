"""A git repository with many commits of plausible Python, made in a second by `git fast-import`."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .corpus import NEWEST, Corpus

MODULES = 40
HEAD = "import logging\n\nlog = logging.getLogger(__name__)\n\n\n"
VERBS = ("load", "parse", "check", "merge", "render", "send", "find", "build", "close", "count", "apply", "split")
NOUNS = ("order", "price", "path", "token", "batch", "header", "index", "user", "window", "report", "page", "queue")
LINES = (
    "{a} = self.{b}_{c}({a})",
    'if not {a}:\n            raise ValueError(f"no {b}: {{{a}!r}}")',
    "for {b} in {a}.{c}s:\n            self._{b}s.append({b}.strip())",
    'log.debug("{b} of %s is %r", {a}, self._{c})',
    'self._{c}[{a}] = {{"{b}": {n}, "{c}": None}}',
    "{a} = sorted({a}, key=lambda item: item.{b})[:{n}]",
    "# {b} comes before {c}: the {a} may be shared",
    "with self._lock:\n            self._{b} += {n}",
)


class Module:
    """A file of a few classes: each some methods in order, each of those a list of lines."""

    def __init__(self, path: str, dice: random.Random):
        self.path, self.dice = path, dice
        self.classes: list[dict[str, list[str]]] = [{} for _ in range(dice.randint(1, 4))]
        for methods in self.classes:
            for _ in range(dice.randint(2, 7)):
                self._new_method(methods)

    def change(self) -> None:
        """A commit's worth: some lines of one or two methods, now and then a new one."""
        methods = self.dice.choice(self.classes)
        if self.dice.random() < 0.1:
            self._new_method(methods)
        for name in self.dice.sample(sorted(methods), self.dice.randint(1, 2)):
            for _ in range(self.dice.randint(1, 4)):
                self._edit(methods[name])

    def _edit(self, lines: list[str]) -> None:
        """One line changed, added, or (rather in a long method) taken out."""
        at = self.dice.randrange(len(lines))
        removed = self.dice.random() < len(lines) / 20
        lines[at : at + removed] = [] if removed and len(lines) > 10 else [self._line()]

    def text(self) -> str:
        return HEAD + "\n\n".join(self._class(number, methods) for number, methods in enumerate(self.classes))

    def _class(self, number: int, methods: dict[str, list[str]]) -> str:
        name = self.path.rpartition("/")[2].removesuffix(".py").title().replace("_", "") + "ABCD"[number]
        written = "\n".join(
            f"    def {method}(self, value):\n"
            + "".join(f"        {line}\n" for line in lines)
            + "        return value\n"
            for method, lines in methods.items()
        )
        return f'class {name}:\n    """One {name}."""\n\n{written}'

    def _new_method(self, methods: dict[str, list[str]]) -> None:
        name = f"{self.dice.choice(VERBS)}_{self.dice.choice(NOUNS)}_{len(methods)}"
        methods[name] = [self._line() for _ in range(self.dice.randint(3, 14))]

    def _line(self) -> str:
        b, c = self.dice.sample(NOUNS, 2)
        return self.dice.choice(LINES).format(a="value", b=b, c=c, n=self.dice.randint(1, 99))


def make(folder: Path, commits: int, corpus: Corpus) -> Path:
    """A repository of that many commits on `main`, work tree checked out; messages are the corpus's."""
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=b"".join(_stream(commits, corpus)), check=True)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, check=True)
    return folder


def _stream(commits: int, corpus: Corpus) -> Iterator[bytes]:
    dice = random.Random(3)
    modules = [Module(f"src/{VERBS[n % 12]}_{NOUNS[n // 12]}.py", dice) for n in range(MODULES)]
    for number in range(commits):
        memory = corpus.memory(number)
        message = f"{memory.title}\n\n{memory.body}\n".encode()
        when = int(NEWEST) - (commits - number) * 3600
        person = b"Dev <dev@host.invalid>" if dice.random() < 0.7 else b"Other <other@host.invalid>"
        yield b"commit refs/heads/main\ncommitter %s %d +0000\n" % (person, when)
        yield b"data %d\n%s\n" % (len(message), message)
        if number and dice.random() < 0.2:  # not every commit is about code
            yield b"M 100644 inline docs/notes.md\ndata %d\n%s\n" % (len(message), message)
            continue
        for module in modules if number == 0 else dice.sample(modules, dice.randint(1, 3)):
            if number:
                module.change()
            text = module.text().encode()
            yield b"M 100644 inline %s\ndata %d\n%s\n" % (module.path.encode(), len(text), text)
