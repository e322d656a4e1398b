"""Forms: they read what was typed and show each problem beside its field."""
