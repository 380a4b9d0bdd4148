# SPDX-License-Identifier: MIT
"""The small configurations of families.py, with a class of the library for each family, and the sources of their GGUF files."""
import torch

BERT = dict(vocab_size=24, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12, max_position_embeddings=16)
LLAMA = BERT | dict(num_key_value_heads=1, hidden_act="silu", pad_token_id=0, bos_token_id=1, eos_token_id=2)
PATCHES = dict(hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12, image_size=8, patch_size=4)
T5 = dict(vocab_size=24, d_model=8, d_kv=3, d_ff=12, num_layers=2, num_decoder_layers=2, num_heads=2, relative_attention_num_buckets=8, relative_attention_max_distance=5,
          pad_token_id=0, eos_token_id=1, decoder_start_token_id=0)
BART = dict(vocab_size=24, d_model=8, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=12, decoder_ffn_dim=12,
            max_position_embeddings=16, pad_token_id=1, bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2)
CLASSES = dict(id2label={0: "a", 1: "b", 2: "c"}, label2id={"a": 0, "b": 1, "c": 2})
ROPE = dict(rope_parameters={"rope_type": "default", "rope_theta": 100.0})
CLIP = dict(text_config=BERT | dict(max_position_embeddings=12, bos_token_id=1, eos_token_id=23, pad_token_id=0), vision_config=PATCHES | dict(projection_dim=6), projection_dim=6)
PROMPTS = dict(text_config=LLAMA | ROPE | dict(model_type="llama"), pad_token_id=0)
DISTANCES = dict(relative_attention=True, position_buckets=6, max_relative_positions=12, pos_att_type="p2c|c2p", norm_rel_ebd="layer_norm", share_att_key=True,
                 position_biased_input=False)

# folder -> the class, its configuration's class and keys
FAMILIES = {
    "bert": ("BertForMaskedLM", "BertConfig", BERT),
    "roberta": ("RobertaForMaskedLM", "RobertaConfig", BERT | dict(type_vocab_size=1, pad_token_id=1)),
    "xlm-roberta": ("XLMRobertaForSequenceClassification", "XLMRobertaConfig", BERT | CLASSES | dict(type_vocab_size=1, pad_token_id=1)),
    "camembert": ("CamembertForTokenClassification", "CamembertConfig", BERT | CLASSES | dict(type_vocab_size=1, pad_token_id=1)),
    "distilbert": ("DistilBertForMaskedLM", "DistilBertConfig", dict(vocab_size=24, dim=8, n_layers=2, n_heads=2, hidden_dim=12, max_position_embeddings=16)),
    "electra": ("ElectraForSequenceClassification", "ElectraConfig", BERT | CLASSES | dict(embedding_size=6)),
    "albert": ("AlbertForMaskedLM", "AlbertConfig", BERT | dict(embedding_size=6, num_hidden_groups=1)),
    "modernbert": ("ModernBertForMaskedLM", "ModernBertConfig", BERT | dict(num_hidden_layers=3, local_attention=4, global_attn_every_n_layers=2, pad_token_id=0)),
    "mpnet": ("MPNetForMaskedLM", "MPNetConfig", BERT),
    "deberta-v2": ("DebertaV2ForMaskedLM", "DebertaV2Config", BERT | DISTANCES | dict(conv_kernel_size=3, conv_act="gelu")),
    "deberta-v3": ("DebertaV2ForSequenceClassification", "DebertaV2Config", BERT | DISTANCES | CLASSES),
    "deberta-apart": ("DebertaV2ForMaskedLM", "DebertaV2Config", BERT | DISTANCES | dict(share_att_key=False, position_buckets=-1, max_relative_positions=4,
                      norm_rel_ebd="none", position_biased_input=True, type_vocab_size=2, legacy=False)),
    "deberta-keys": ("DebertaV2ForTokenClassification", "DebertaV2Config", BERT | CLASSES | dict(relative_attention=True, pos_att_type=["c2p"])),
    "esm": ("EsmForMaskedLM", "EsmConfig", BERT | dict(position_embedding_type="rotary", rope_theta=100.0, token_dropout=True, emb_layer_norm_before=False, mask_token_id=9, pad_token_id=1)),
    "esm-absolute": ("EsmForTokenClassification", "EsmConfig", BERT | CLASSES | dict(position_embedding_type="absolute", token_dropout=False, emb_layer_norm_before=True,
                     mask_token_id=9, pad_token_id=1)),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", dict(vocab_size=24, n_embd=8, n_layer=2, n_head=2, n_positions=16)),
    "gpt_neo": ("GPTNeoForCausalLM", "GPTNeoConfig", dict(vocab_size=24, hidden_size=8, num_layers=2, num_heads=2, intermediate_size=12, max_position_embeddings=16,
                attention_types=[[["global", "local"], 1]], window_size=3)),
    "opt": ("OPTForCausalLM", "OPTConfig", dict(vocab_size=24, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, ffn_dim=12, max_position_embeddings=16,
            word_embed_proj_dim=8, pad_token_id=1)),
    "gpt_neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", BERT | dict(hidden_size=16, rotary_pct=0.5)),
    "llama": ("LlamaForCausalLM", "LlamaConfig", LLAMA | ROPE),
    "mistral": ("MistralForCausalLM", "MistralConfig", LLAMA | ROPE | dict(sliding_window=3)),
    "mistral-both": ("MistralForSequenceClassification", "MistralConfig", LLAMA | ROPE | CLASSES | dict(sliding_window=3, is_causal=False)),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", LLAMA | ROPE),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", LLAMA | ROPE | dict(head_dim=6)),
    "phi3": ("Phi3ForCausalLM", "Phi3Config", LLAMA | ROPE | dict(sliding_window=None)),
    "gemma2": ("Gemma2ForCausalLM", "Gemma2Config", LLAMA | ROPE | dict(head_dim=6, sliding_window=3, query_pre_attn_scalar=5, attn_logit_softcapping=3.0, final_logit_softcapping=9.0)),
    "gemma3_text": ("Gemma3ForCausalLM", "Gemma3TextConfig", LLAMA | dict(head_dim=6, sliding_window=3, query_pre_attn_scalar=5, layer_types=["sliding_attention", "full_attention"])),
    "t5": ("T5ForConditionalGeneration", "T5Config", T5),
    "mt5": ("MT5ForConditionalGeneration", "MT5Config", T5),
    "bart": ("BartForConditionalGeneration", "BartConfig", BART),
    "marian": ("MarianMTModel", "MarianConfig", BART | dict(pad_token_id=23, scale_embedding=True, decoder_start_token_id=23, eos_token_id=0, forced_eos_token_id=0)),
    "whisper": ("WhisperForConditionalGeneration", "WhisperConfig", {key: value for key, value in BART.items() if key != "max_position_embeddings"} |
                dict(num_mel_bins=5, max_source_positions=6, max_target_positions=12)),
    "vit": ("ViTForImageClassification", "ViTConfig", PATCHES | CLASSES),
    "deit": ("DeiTForImageClassificationWithTeacher", "DeiTConfig", PATCHES | CLASSES),
    "dinov2": ("Dinov2ForImageClassification", "Dinov2Config", {key: value for key, value in PATCHES.items() if key != "intermediate_size"} | CLASSES | dict(mlp_ratio=2)),
    "dinov2_with_registers": ("Dinov2WithRegistersForImageClassification", "Dinov2WithRegistersConfig",
                              {key: value for key, value in PATCHES.items() if key != "intermediate_size"} | CLASSES | dict(mlp_ratio=2, num_register_tokens=2)),
    "beit": ("BeitForImageClassification", "BeitConfig", PATCHES | CLASSES | dict(use_relative_position_bias=True, out_indices=[1])),
    "clip": ("CLIPModel", "CLIPConfig", CLIP),
    "siglip": ("SiglipModel", "SiglipConfig", dict(text_config=BERT | dict(max_position_embeddings=12, projection_size=8), vision_config=PATCHES)),
    "siglip_vision_model": ("SiglipVisionModel", "SiglipVisionConfig", PATCHES),
    "llava": ("LlavaForConditionalGeneration", "LlavaConfig", PROMPTS | dict(vision_config=PATCHES | dict(model_type="clip_vision_model", projection_dim=6), image_token_index=23)),
    "idefics3": ("Idefics3ForConditionalGeneration", "Idefics3Config", PROMPTS | dict(vision_config=PATCHES, image_token_id=23)),
    "smolvlm": ("SmolVLMForConditionalGeneration", "SmolVLMConfig", PROMPTS | dict(vision_config=PATCHES, image_token_id=23)),
    "clip_vision_model": ("CLIPVisionModelWithProjection", "CLIPVisionConfig", PATCHES | dict(projection_dim=6)),
}
# folder of a GGUF -> its source, and the additional keys of its configuration
LONG = {"rope_type": "longrope", "rope_theta": 100.0, "short_factor": [1.0, 1.25], "long_factor": [1.5, 3.0]}
GGUF = {
    "phi3-gguf": ("phi3", {}),
    "phi3-gguf-long": ("phi3", dict(sliding_window=4, original_max_position_embeddings=4, max_position_embeddings=16, rope_parameters=LONG | {"original_max_position_embeddings": 4})),
    "t5-gguf": ("t5", dict(relative_attention_max_distance=128, tie_word_embeddings=True, feed_forward_proj="relu")),
    "t5-gguf-gated": ("t5", dict(relative_attention_max_distance=128, tie_word_embeddings=False, feed_forward_proj="gated-gelu")),
}


def write_gguf(path, kind, model):
    """The file that llama.cpp's converter writes, by gguf's own table of names."""
    import gguf
    config = model.config
    is_t5 = kind == "t5"
    writer = gguf.GGUFWriter(str(path), kind)
    writer.add_vocab_size(config.vocab_size)
    writer.add_context_length(512 if is_t5 else config.max_position_embeddings)
    writer.add_embedding_length(config.d_model if is_t5 else config.hidden_size)
    writer.add_feed_forward_length(config.d_ff if is_t5 else config.intermediate_size)
    writer.add_block_count(config.num_layers if is_t5 else config.num_hidden_layers)
    writer.add_head_count(config.num_heads if is_t5 else config.num_attention_heads)
    if is_t5:
        writer.add_key_length(config.d_kv)
        writer.add_value_length(config.d_kv)
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
        writer.add_relative_attn_buckets_count(config.relative_attention_num_buckets)
        writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)
        writer.add_decoder_start_token_id(config.decoder_start_token_id)
    else:
        writer.add_head_count_kv(config.num_key_value_heads)
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
        writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
        writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
        writer.add_sliding_window(config.sliding_window or 0)
        if config.rope_parameters["rope_type"] == "longrope":
            writer.add_rope_scaling_orig_ctx_len(config.original_max_position_embeddings)
            factor = config.max_position_embeddings / config.original_max_position_embeddings
            writer.add_rope_scaling_attn_factors(float((1 + torch.tensor(factor).log() / torch.tensor(float(config.original_max_position_embeddings)).log()).sqrt()))
            for length in ("long", "short"):
                writer.add_tensor(f"rope_factors_{length}.weight", torch.tensor(config.rope_parameters[f"{length}_factor"]).numpy())
    names = gguf.get_tensor_name_map({"t5": gguf.MODEL_ARCH.T5, "phi3": gguf.MODEL_ARCH.PHI3}[kind], 8)
    seen = set()
    for name, value in model.state_dict().items():
        if value.data_ptr() not in seen:
            writer.add_tensor(names.get_name(name, (".weight", ".bias")), value.float().numpy())
        seen.add(value.data_ptr())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
