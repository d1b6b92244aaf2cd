"""The games in other people's tools, which are installed for these tests alone: see ``make test-tools``."""
