"""The load generator of ``benchmarks.server_load``: one for every server, with a dialect for each."""
