"""``python -m precompute``."""

from precompute.cli import app

if __name__ == "__main__":  # packing processes import this module too
    app()
