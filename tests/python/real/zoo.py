# SPDX-License-Identifier: MIT
"""Rows of about forty classes of transformers, tiny. The quick ones represent their kinds."""

from real.library import Row, words

_ends = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)
_encoder = dict(vocab_size=words, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64, max_position_embeddings=64, num_labels=3)
_decoder = dict(vocab_size=words, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, num_key_value_heads=2, intermediate_size=64,
                max_position_embeddings=64, **_ends)
_plain = {key: value for key, value in _decoder.items() if key != "num_key_value_heads"}
_gpt = dict(vocab_size=words, n_embd=32, n_layer=3, n_head=4, n_positions=64, **_ends)
_both = dict(vocab_size=words, d_model=32, encoder_layers=3, decoder_layers=3, encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
             decoder_ffn_dim=64, max_position_embeddings=64, decoder_start_token_id=0, forced_eos_token_id=None, **_ends)
_picture = dict(hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64, image_size=16, patch_size=4, num_labels=3)
_swin = dict(image_size=32, patch_size=2, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4, num_labels=3)
_sound = dict(vocab_size=32, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64, conv_dim=(16, 16), conv_kernel=(10, 3),
              conv_stride=(5, 2), num_feat_extract_layers=2, num_conv_pos_embeddings=8, num_conv_pos_embedding_groups=2, mask_time_prob=0.0)
_experts = dict(num_local_experts=4, num_experts_per_tok=2)

_encoders = [
    Row("BERT", "encoder", "BertForSequenceClassification", "BertConfig", quick=True, **_encoder),
    Row("RoBERTa", "encoder", "RobertaForSequenceClassification", "RobertaConfig", **_encoder, pad_token_id=0),
    Row("ELECTRA", "encoder", "ElectraForSequenceClassification", "ElectraConfig", **_encoder, embedding_size=32),
    Row("XLM-RoBERTa", "encoder", "XLMRobertaForSequenceClassification", "XLMRobertaConfig", **_encoder, pad_token_id=0),
    Row("MPNet", "encoder", "MPNetForSequenceClassification", "MPNetConfig", **_encoder, pad_token_id=1),
    Row("DeBERTa-v2", "encoder", "DebertaV2ForSequenceClassification", "DebertaV2Config", **_encoder, relative_attention=True, pos_att_type=["p2c", "c2p"], position_buckets=8),
    Row("DistilBERT", "encoder", "DistilBertForSequenceClassification", "DistilBertConfig", quick=True, vocab_size=words, dim=32, n_layers=3, n_heads=4,
        hidden_dim=64, max_position_embeddings=64, num_labels=3),
    Row("ALBERT", "encoder", "AlbertForSequenceClassification", "AlbertConfig", **_encoder, embedding_size=16),
    Row("ModernBERT", "encoder", "ModernBertForSequenceClassification", "ModernBertConfig", quick=True, **_encoder, **_ends, cls_token_id=3, sep_token_id=4,
        local_attention=6, global_attn_every_n_layers=3),
]
_decoders = [
    Row("GPT-2", "decoder", "GPT2LMHeadModel", "GPT2Config", quick=True, **_gpt),
    Row("GPT-J", "decoder", "GPTJForCausalLM", "GPTJConfig", **_gpt, rotary_dim=4),
    Row("GPT-Neo", "decoder", "GPTNeoForCausalLM", "GPTNeoConfig", vocab_size=words, hidden_size=32, num_layers=4, num_heads=4,
        attention_types=[[["global", "local"], 2]], window_size=4, max_position_embeddings=64, **_ends),
    Row("GPT-NeoX", "decoder", "GPTNeoXForCausalLM", "GPTNeoXConfig", **_plain),
    Row("OPT", "decoder", "OPTForCausalLM", "OPTConfig", vocab_size=words, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, ffn_dim=64,
        max_position_embeddings=64, word_embed_proj_dim=32, **_ends),
    Row("BLOOM", "decoder", "BloomForCausalLM", "BloomConfig", vocab_size=words, hidden_size=32, n_layer=3, n_head=4, **_ends),
    Row("Falcon", "decoder", "FalconForCausalLM", "FalconConfig", **_plain),
    Row("Llama", "decoder", "LlamaForCausalLM", "LlamaConfig", quick=True, **_decoder),
    Row("Mistral", "decoder", "MistralForCausalLM", "MistralConfig", **_decoder, sliding_window=5),
    Row("Mixtral", "decoder", "MixtralForCausalLM", "MixtralConfig", **_decoder, **_experts),
    Row("Phi-3", "decoder", "Phi3ForCausalLM", "Phi3Config", **_decoder),
    Row("Qwen 2", "decoder", "Qwen2ForCausalLM", "Qwen2Config", **_decoder, use_sliding_window=True, sliding_window=5, max_window_layers=1),
    Row("Qwen 3", "decoder", "Qwen3ForCausalLM", "Qwen3Config", **_decoder, head_dim=8),
    Row("Gemma", "decoder", "GemmaForCausalLM", "GemmaConfig", **_decoder, head_dim=8),
    Row("Gemma 2", "decoder", "Gemma2ForCausalLM", "Gemma2Config", quick=True, **_decoder, head_dim=8, sliding_window=5),
    Row("Gemma 3", "decoder", "Gemma3ForCausalLM", "Gemma3TextConfig", **{**_decoder, "num_hidden_layers": 6}, head_dim=8, sliding_window=5),
    Row("OLMo 2", "decoder", "Olmo2ForCausalLM", "Olmo2Config", **_decoder),
    Row("OLMo 3", "decoder", "Olmo3ForCausalLM", "Olmo3Config", **_decoder, sliding_window=5, layer_types=["sliding_attention", "full_attention", "sliding_attention"]),
    Row("Cohere 2", "decoder", "Cohere2ForCausalLM", "Cohere2Config", **_decoder, sliding_window=5, sliding_window_pattern=2),
    Row("GPT-OSS", "decoder", "GptOssForCausalLM", "GptOssConfig", **_decoder, **_experts, head_dim=8, sliding_window=5),
    Row("Llama 4", "decoder", "Llama4ForCausalLM", "Llama4TextConfig", **{**_decoder, "num_hidden_layers": 4}, head_dim=8, num_local_experts=2, num_experts_per_tok=1,
        intermediate_size_mlp=64, attention_chunk_size=8),
    Row("Jamba", "decoder", "JambaForCausalLM", "JambaConfig", **_decoder, attn_layer_period=3, attn_layer_offset=1, expert_layer_period=2, num_experts=2,
        mamba_d_state=4, mamba_expand=2, mamba_dt_rank=4, use_mamba_kernels=False),
    Row("Qwen 3 Next", "decoder", "Qwen3NextForCausalLM", "Qwen3NextConfig", **{**_decoder, "num_hidden_layers": 4}, head_dim=8, num_experts=4, num_experts_per_tok=2,
        moe_intermediate_size=16, shared_expert_intermediate_size=16, linear_num_value_heads=4, linear_num_key_heads=2, linear_key_head_dim=8,
        linear_value_head_dim=8),
    Row("LFM2", "decoder", "Lfm2ForCausalLM", "Lfm2Config", **_decoder, layer_types=["conv", "full_attention", "conv"]),
]
_pairs = [
    Row("T5", "both", "T5ForConditionalGeneration", "T5Config", quick=True, vocab_size=words, d_model=32, d_kv=8, d_ff=64, num_layers=3, num_heads=4,
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=2),
    Row("BART", "both", "BartForConditionalGeneration", "BartConfig", quick=True, **_both),
    Row("Marian", "both", "MarianMTModel", "MarianConfig", **_both),
    Row("M2M100", "both", "M2M100ForConditionalGeneration", "M2M100Config", **{key: value for key, value in _both.items() if key != "forced_eos_token_id"} | {"decoder_start_token_id": 1}),
    Row("BART, uneven", "both", "BartForConditionalGeneration", "BartConfig", **{**_both, "encoder_layers": 2, "decoder_layers": 4, "encoder_attention_heads": 2}),
    Row("Whisper", "speech", "WhisperForConditionalGeneration", "WhisperConfig", quick=True, **{
        key: value for key, value in _both.items() if key not in ("max_position_embeddings", "forced_eos_token_id")},
        num_mel_bins=8, max_source_positions=20, max_target_positions=40, suppress_tokens=None, begin_suppress_tokens=None),
]
_pictures = [
    Row("ViT", "picture", "ViTForImageClassification", "ViTConfig", quick=True, **_picture),
    Row("DeiT", "picture", "DeiTForImageClassification", "DeiTConfig", **_picture),
    Row("DINOv2", "picture", "Dinov2ForImageClassification", "Dinov2Config", **_picture),
    Row("DINOv2 with registers", "picture", "Dinov2WithRegistersForImageClassification", "Dinov2WithRegistersConfig", **_picture, num_register_tokens=4),
    Row("BEiT", "picture", "BeitForImageClassification", "BeitConfig", **_picture, vocab_size=words, use_relative_position_bias=True),
    Row("SigLIP", "picture", "SiglipVisionModel", "SiglipVisionConfig", **{key: value for key, value in _picture.items() if key != "num_labels"}),
    Row("Swin", "windows", "SwinForImageClassification", "SwinConfig", quick=True, **_swin),
    Row("Swin v2", "windows", "Swinv2ForImageClassification", "Swinv2Config", **_swin),
    Row("VideoMAE", "video", "VideoMAEForVideoClassification", "VideoMAEConfig", **_picture, num_frames=4, tubelet_size=2),
    Row("Wav2Vec2", "sound", "Wav2Vec2ForCTC", "Wav2Vec2Config", **_sound),
]
rows = [*_encoders, *_decoders, *_pairs, *_pictures]
