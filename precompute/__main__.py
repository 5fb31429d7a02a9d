"""``python -m precompute``."""

if __name__ == "__main__":  # packing processes import this module too, and need none of the command line
    from precompute.cli import app

    app()
