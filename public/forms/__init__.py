"""Forms of what organisers choose about public pages."""
