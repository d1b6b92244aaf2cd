"""Every route, each a thin layer over the services and the lobby; a module for each topic."""
