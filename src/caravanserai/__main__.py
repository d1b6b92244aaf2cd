"""``python -m caravanserai``."""

from caravanserai.cli import main

main()
