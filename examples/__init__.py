"""Short programs to begin with: each can be run by itself."""
