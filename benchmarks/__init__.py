"""Programs that measure; each says in its docstring how it is run."""
