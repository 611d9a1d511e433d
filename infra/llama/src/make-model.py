"""Writes a small model of random weights for llama.cpp: usage: make-model.py FILE LAYERS EMBEDDING

It answers nonsense of real words, and never ends by itself: the tokens that would end it, or that are no text, have
rows of zeros in the output, where the best of the others are always far above zero.
"""

import sys

import gguf
import numpy

HEADS = 4
CONTEXT = 4096
# How far the likely tokens are above the unlikely.
SPREAD = 4.0
WORDS = (
    "the of and to in that it was for on are as with they be at one have this from or had by hot word but what some "
    "we can out other were all there when up use your how said an each she which do their time if will way about "
    "many then them write would like so these her long make thing see him two has look more day could go come did "
    "number sound no most people my over know water than call first who may down side been now find any new work "
    "part take get place made live where after back little only round man year came show every good me give our "
    "under name very through just form sentence great think say help low line differ turn cause much mean before "
    "move right boy old too same tell does set three want air well also play small end put home read hand port "
    "large spell add even land here must big high such follow act why ask men change went light kind off need house"
).split()

# How a chat is written out. The server learns from it how the model would call a tool.
TEMPLATE = r"""
{%- if tools -%}
  {{- '<|im_start|>system\n' -}}
  {%- for tool in tools -%}{{- tool | tojson + '\n' -}}{%- endfor -%}
  {{- '<|im_end|>\n' -}}
{%- endif -%}
{%- for message in messages -%}
  {{- '<|im_start|>' + message.role + '\n' + (message.content or '') -}}
  {%- for call in message.tool_calls or [] -%}
    {{- '<tool_call>{"name": "' + call.function.name + '", "arguments": ' -}}
    {{- call.function.arguments | tojson + '}</tool_call>' -}}
  {%- endfor -%}
  {{- '<|im_end|>\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\n' -}}{%- endif -%}
"""

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6


def vocabulary():
    """Pieces with their type and score. The tokenizer joins two pieces at a time, so it needs each beginning of a word."""
    pieces = [("<unk>", UNKNOWN, 0.0), ("<s>", CONTROL, 0.0), ("</s>", CONTROL, 0.0)]
    pieces += [("<tool_call>", USER_DEFINED, 0.0)]
    pieces += [(f"<0x{byte:02X}>", BYTE, 0.0) for byte in range(256)]
    text = {"\u2581": -1.0}
    for code in range(0x21, 0x7F):
        text[chr(code)] = -1.0
    for word in WORDS:
        for end in range(1, len(word) + 1):
            text.setdefault("\u2581" + word[:end], float(end))
    return pieces + [(piece, NORMAL, score) for piece, score in text.items()]


def main(file, layers, width):
    random = numpy.random.default_rng(4327)
    pieces = vocabulary()
    inner = 2 * width

    def weights(rows, columns):
        return (random.standard_normal((rows, columns)) / numpy.sqrt(columns)).astype(numpy.float32)

    writer = gguf.GGUFWriter(file, "llama")
    writer.add_name("random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(width)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(width // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(pieces))
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("llama")
    writer.add_token_list([piece for piece, _, _ in pieces])
    writer.add_token_scores([score for _, _, score in pieces])
    writer.add_token_types([type for _, type, _ in pieces])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)

    output = SPREAD * weights(len(pieces), width)
    output[[type != NORMAL for _, type, _ in pieces]] = 0
    writer.add_tensor("token_embd.weight", weights(len(pieces), width))
    writer.add_tensor("output_norm.weight", numpy.ones(width, numpy.float32))
    writer.add_tensor("output.weight", output)
    for layer in range(layers):
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{part}.weight", numpy.ones(width, numpy.float32))
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"blk.{layer}.{part}.weight", weights(width, width))
        writer.add_tensor(f"blk.{layer}.ffn_gate.weight", weights(inner, width))
        writer.add_tensor(f"blk.{layer}.ffn_up.weight", weights(inner, width))
        writer.add_tensor(f"blk.{layer}.ffn_down.weight", weights(width, inner))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
