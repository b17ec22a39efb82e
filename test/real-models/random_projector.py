"""Writes a vision projector with random weights for llama.cpp, so that its server takes images. Usage: random_projector.py FILE

What the chat model sees through it means nothing; that the server reads the image, counts its tokens and answers does. It
is a vision transformer of one layer for images of 64 by 64 pixels, in the format GGUF, with the architecture of Gemma 3.
"""

import struct
import sys

import numpy as np

U32, F32, BOOL, STRING, ARRAY = 4, 6, 7, 8, 9
# Length of an embedding of the chat model that `.ci/install-models` installs.
TEXT_WIDTH = 640
WIDTH, HIDDEN, IMAGE, PATCH = 32, 64, 64, 8

METADATA = [
    ("general.architecture", STRING, "clip"),
    ("clip.has_vision_encoder", BOOL, True),
    ("clip.use_gelu", BOOL, True),
    ("clip.projector_type", STRING, "gemma3"),
    ("clip.vision.image_size", U32, IMAGE),
    ("clip.vision.patch_size", U32, PATCH),
    ("clip.vision.embedding_length", U32, WIDTH),
    ("clip.vision.feed_forward_length", U32, HIDDEN),
    ("clip.vision.projection_dim", U32, TEXT_WIDTH),
    ("clip.vision.block_count", U32, 1),
    ("clip.vision.attention.head_count", U32, 2),
    ("clip.vision.attention.layer_norm_epsilon", F32, 1e-6),
    ("clip.vision.image_mean", ARRAY, [0.5] * 3),
    ("clip.vision.image_std", ARRAY, [0.5] * 3),
]

SHAPES = {
    "v.patch_embd.weight": (WIDTH, 3, PATCH, PATCH),
    "v.patch_embd.bias": (WIDTH,),
    "v.position_embd.weight": ((IMAGE // PATCH) ** 2, WIDTH),
    "v.post_ln.weight": (WIDTH,),
    "v.post_ln.bias": (WIDTH,),
    "mm.input_projection.weight": (WIDTH, TEXT_WIDTH),
    "mm.soft_emb_norm.weight": (WIDTH,),
    "v.blk.0.ffn_up.weight": (HIDDEN, WIDTH),
    "v.blk.0.ffn_up.bias": (HIDDEN,),
    "v.blk.0.ffn_down.weight": (WIDTH, HIDDEN),
    "v.blk.0.ffn_down.bias": (WIDTH,),
}
for name in ["attn_q", "attn_k", "attn_v", "attn_out"]:
    SHAPES[f"v.blk.0.{name}.weight"] = (WIDTH, WIDTH)
    SHAPES[f"v.blk.0.{name}.bias"] = (WIDTH,)
for name in ["ln1", "ln2"]:
    SHAPES[f"v.blk.0.{name}.weight"] = (WIDTH,)
    SHAPES[f"v.blk.0.{name}.bias"] = (WIDTH,)


def text(string):
    encoded = string.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def value(kind, given):
    if kind == STRING:
        return text(given)
    if kind == ARRAY:
        return struct.pack(f"<IQ{len(given)}f", F32, len(given), *given)
    return struct.pack({U32: "<I", F32: "<f", BOOL: "<?"}[kind], given)


def aligned(data):
    return data + b"\0" * (-len(data) % 32)


def write(path):
    random = np.random.default_rng(1)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(SHAPES), len(METADATA))
    for name, kind, given in METADATA:
        head += text(name) + struct.pack("<I", kind) + value(kind, given)
    data = b""
    for name, shape in SHAPES.items():
        sizes = struct.pack(f"<I{len(shape)}Q", len(shape), *reversed(shape))
        head += text(name) + sizes + struct.pack("<IQ", 0, len(data))
        data = aligned(data + random.normal(0, 0.1, shape).astype("<f4").tobytes())
    with open(path, "wb") as file:
        file.write(aligned(head) + data)


write(sys.argv[1])
