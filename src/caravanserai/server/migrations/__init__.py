"""The history of the database's schema; each step is run once, when a server starts."""
