"""Makes ``python -m weclaw_desktop`` the same as the ``weclaw-desktop`` script."""

import sys

from weclaw_desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
