"""Reading for pages of the public."""
