"""Whether a pass has seen all there is: some find something new because a day went by."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.plan import PassName
from memo_lsp.services import open_services


@pytest.mark.parametrize(("name", "next_day"), [("digest", False), ("tide", False), ("tend", False), ("dedup", True)])
def test_a_new_day_is_new_to_some(tmp_path: Path, name: PassName, next_day: bool) -> None:
    clock = MovableClock(datetime(2027, 1, 15, 18, 0).timestamp(), lambda: 0.0)
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, clock)
    try:
        services.dreaming.consolidate([name], breathe=lambda: None)
        services.store.watermarks.note(name, services.store.watermarks.here())
        assert services.dreamer.settled(name)
        clock.move(datetime(2027, 1, 15, 23, 59).timestamp())
        assert services.dreamer.settled(name)
        clock.move(datetime(2027, 1, 16, 0, 1).timestamp())
        assert services.dreamer.settled(name) == next_day
    finally:
        services.close()
