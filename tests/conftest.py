"""What holds for every test."""

from __future__ import annotations

import signal

from hypothesis import settings

# A shell starts what it runs in the background with interrupts ignored, and so would be every command of the tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the program.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
