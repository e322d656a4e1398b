"""Version of the algorithm: any change that can change a drawn table gets a new one."""

ALGORITHM = "1"
