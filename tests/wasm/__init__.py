"""The engine in WebAssembly beside the native one: the same walks, and the same bits."""
