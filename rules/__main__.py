"""The command line: `python -m rules settle|explain|round|auction|rulebook`."""

import sys

from rules.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
