"""The games in other people's tools, which are installed for these tests alone: see ``make test-tools``."""

import os

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # before Ray is imported: it stays on 127.0.0.1
