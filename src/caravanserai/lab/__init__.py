"""The lab: measuring and simulating."""
