#!/usr/bin/env python3
r"""Sets up and starts WeClaw Desktop from a checkout.

Usage::

    python3 packaging/dev.py run  [--yes] [--no-model] [-- options of weclaw-desktop]
    python3 packaging/dev.py cli  [-- arguments of weclaw-desktop]
    python3 packaging/dev.py test [--yes] [-- arguments of pytest]

On Windows: ``py packaging\dev.py run``. This file is readable to every Python, so that an old one can be told apart.
"""

import sys

if sys.version_info < (3, 8):
    sys.exit("This Python is too old. Install Python 3.11, 3.12 or 3.13 and start this with that one.")

import commands

if __name__ == "__main__":
    sys.exit(commands.main())
