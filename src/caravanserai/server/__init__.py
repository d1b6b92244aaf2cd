"""The table server: tables, seats, clocks, storage, live updates and identity. It knows no rule."""
