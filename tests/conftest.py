"""What holds for every test."""

from __future__ import annotations

import signal

# A shell starts what it runs in the background with interrupts ignored, and so would be every command of the tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
