from __future__ import annotations

import pytest

from memo_lsp.code.remarks import tells


@pytest.mark.parametrize(
    "text",
    [
        "the scanner reports twice, so taking must be idempotent",
        "rates come from the treasury feed, never from the order",
        "if the feed is late we take yesterday's",
        "for old rows (colour may be missing)",
        "return early: the lock is held",
        "the region codes are the bank's",
        "the license server is slow on Mondays",
        "warranty cases are counted twice",
        "values are kept as-is",
        "import is slow here, so it is done late",
        "x = 1 is what the old client sends",
        "global state is fine: one process",
        "用两次扫描所以必须幂等",
        "see http://host.invalid/a?b=c for the table",
        "let the caller close it",
        "Suppress nothing here, the caller logs",
    ],
)
def test_words_to_a_reader(text: str) -> None:
    assert tells(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-------------",
        "===== x =====",
        "helper",
        "the end",
        "noqa: E501",
        "type: ignore[arg-type]",
        "pylint: disable=too-many-lines",
        "eslint-disable-next-line no-console",
        "@ts-expect-error wrong types of the library",
        "@param item the item to be added",
        "region Public methods",
        "-*- coding: utf-8 -*-",
        "go:generate stringer -type=Colour",
        "Copyright 2024 The Shop Authors",
        "Licensed under the Apache License, Version 2.0",
        "SPDX-License-Identifier: MIT",
        "Permission is hereby granted, free of charge",
        "distributed on an AS IS BASIS, without any warranty",
        "total = price * rate",
        "self.items.append(item)",
        "print(item, file=out)",
        "return shelf, item",
        "if (order.total > 0) {",
        "for (int i = 0; i < n; i++)",
        "item->next = NULL;",
        "const rate = table[country]",
        "import os",
        "from shop import rates",
        "def old(item):",
        "@cache",
        "}",
        "await fetch(url)",
    ],
)
def test_what_tells_nothing(text: str) -> None:
    assert not tells(text)
