"""Where a server is and which key it gets; a key is taken from the environment and never shown.

The checks' messages are rules without a subject: whoever calls them puts the name of the setting before.
"""

from __future__ import annotations

import ipaddress
import os
import re
from urllib.parse import urlsplit

NO_KEY = "none"  # sent where a local server needs no key: the client library wants something
_KEY_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_LOCAL_ENDINGS = (".localhost", ".local", ".internal")


def check_base_url(base_url: str) -> str:
    """Return ``base_url`` without its last slashes.

    Raises:
        ValueError: If it is no http address, or holds a place for a key: a user, a query or a fragment. An address
            that may hold a key is not repeated in the message.
    """
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError as error:
        raise ValueError(f"must be an address such as http://localhost:8000/v1: {error}") from None
    if "@" in base_url or "?" in base_url or "#" in base_url:
        raise ValueError(
            "must hold no user, password, query or fragment, where a key would be stored with the run; "
            "put the key into an environment variable and name that as api_key_env"
        )
    if parts.scheme not in ("http", "https") or not host or any(character.isspace() for character in base_url):
        raise ValueError(f"must be an address such as http://localhost:8000/v1, got {base_url!r}")
    return base_url.rstrip("/")


def check_key_name(name: str) -> str:
    """Return ``name``, that of an environment variable in capitals; a key itself hardly ever looks like one.

    Raises:
        ValueError: If it is not; the value, which may be a key, is not repeated.
    """
    if not _KEY_NAME.fullmatch(name):
        raise ValueError(
            "must be the name of an environment variable in capitals, such as OPENAI_API_KEY, never the key itself"
        )
    return name


def is_local(base_url: str) -> bool:
    """Return whether a server is on this machine or a private network, judged by its name or address alone.

    >>> is_local("http://localhost:8000/v1"), is_local("http://192.168.0.7:8000/v1"), is_local("https://api.openai.com/v1")
    (True, True, False)
    """
    host = urlsplit(base_url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(_LOCAL_ENDINGS)


def read_key(name: str, base_url: str) -> str:
    """Return the key in environment variable ``name``; ``NO_KEY`` where that is unset and the server is local.

    Raises:
        ValueError: If another machine's key is missing, or the key cannot be sent in a header.
    """
    key = os.environ.get(name, "").strip()
    if not key.isascii() or not key.isprintable():
        raise ValueError(f"the key in environment variable {name} must be printable ASCII text in one line, and is not")
    if not key and not is_local(base_url):
        raise ValueError(
            f"environment variable {name} must hold the key for {base_url}, and is not set; set it, or name another "
            "as api_key_env"
        )
    return key or NO_KEY
