"""``python -m conviction`` is the command ``conviction``."""

from conviction import main

main()
