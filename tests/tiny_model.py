"""A random Llama of a few thousand weights with a byte-level tokenizer, as a model folder and as a GGUF file."""

from __future__ import annotations

import json
from pathlib import Path

import gguf
import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedConfig, PreTrainedTokenizerFast

WINDOW = 256
END = "<end>"
SIZES = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}


def byte_vocabulary() -> list[str]:
    return [*sorted(pre_tokenizers.ByteLevel.alphabet()), END]


def make_model(
    folder: Path,
    *,
    chat_template: str | None = None,
    newline_boost: float = 1.0,
    kind: type[PreTrainedConfig] = LlamaConfig,
    **settings: object,
) -> Path:
    """Write the model; ``newline_boost`` > 1 makes line breaks likelier (its output row is that much longer).

    ``kind`` is its architecture's config, ``settings`` are more of its values.
    """
    vocabulary = byte_vocabulary()
    tokenizer = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(vocabulary)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=END, pad_token=END)
    fast.chat_template = chat_template
    fast.save_pretrained(folder)
    torch.manual_seed(7)
    config = kind(
        vocab_size=len(vocabulary),
        max_position_embeddings=WINDOW,
        num_key_value_heads=2,
        initializer_range=0.3,
        bos_token_id=None,
        eos_token_id=len(vocabulary) - 1,
        **SIZES,
        **settings,
    )
    model = AutoModelForCausalLM.from_config(config)
    with torch.no_grad():
        model.lm_head.weight[vocabulary.index("Ċ")] *= newline_boost
    model.save_pretrained(folder)
    (folder / "generation_config.json").write_text(
        json.dumps({"do_sample": True, "repetition_penalty": 9.0, "top_k": 3})
    )
    return folder


def make_gguf(file: Path) -> Path:
    """Write a float32 GGUF file of the same shape with random weights and tied embeddings."""
    writer = gguf.GGUFWriter(str(file), "llama")
    hidden, inner, heads = SIZES["hidden_size"], SIZES["intermediate_size"], SIZES["num_attention_heads"]
    writer.add_block_count(1)
    writer.add_context_length(WINDOW)
    writer.add_embedding_length(hidden)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    vocabulary = ["ab", *byte_vocabulary()]
    writer.add_vocab_size(len(vocabulary))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(vocabulary)
    writer.add_token_types([gguf.TokenType.NORMAL] * (len(vocabulary) - 1) + [gguf.TokenType.CONTROL])
    writer.add_token_merges(["a b"])
    writer.add_eos_token_id(len(vocabulary) - 1)
    draw = np.random.default_rng(5)
    shapes = {"attn_q": (hidden, hidden), "attn_k": (hidden, hidden), "attn_v": (hidden, hidden)}
    shapes |= {"attn_output": (hidden, hidden), "ffn_gate": (inner, hidden), "ffn_up": (inner, hidden)}
    shapes |= {"ffn_down": (hidden, inner), "attn_norm": (hidden,), "ffn_norm": (hidden,)}
    named = {f"blk.0.{name}.weight": shape for name, shape in shapes.items()}
    named |= {"token_embd.weight": (len(vocabulary), hidden), "output_norm.weight": (hidden,)}
    for name, shape in named.items():
        writer.add_tensor(name, draw.normal(0, 0.3, shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file
