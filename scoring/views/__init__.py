"""Pages: each view checks who asks, does one action, names its method."""
