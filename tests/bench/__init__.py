"""Measurements against their targets, at a realistic size: `python -m tests.bench` in the checkout.

Not tests: durations depend on the machine and on what else runs there. `test_bench.py` only keeps the code working.
"""
