// SPDX-License-Identifier: MIT
// Internal to model/session: templates that are known, by their hash. tests/model/make/chat_templates.py prints the rows from the
// templates themselves, which are not in this repository, by rendering them with the library.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/session/chat.h"

namespace hw::model {

/// `{bos}` and `{eos}` stand for the texts of these tokens.
struct ChatFrame {
    std::string_view before;
    std::string_view behind;
    bool trims;
    std::string_view answered;  ///< empty: as behind
    std::string_view after;
    AnswerForm answers;
};

struct ChatTemplate {
    std::uint64_t hash;
    int frame;  ///< in chatFrames
};

// clang-format off
inline constexpr std::array chatFrames{
    ChatFrame{"{bos}user\n", "{eos}\n{bos}assistant\n", false, "", "{eos}\n{bos}user\n", AnswerForm::whole},  // 0
    ChatFrame{"<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 1
    ChatFrame{"{bos}<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 2
    ChatFrame{"{bos}You are an AI programming assistant, utilizing the Deepseek Coder model, developed by Deepseek Company, and you only answer questions related to computer science. For politically sensitive questions, security and privacy issues, and other non-computer science questions, you will refuse to answer\n### Instruction:\n", "\n### Response:\n", false, "", "\n<|EOT|>\n### Instruction:\n", AnswerForm::whole},  // 3
    ChatFrame{"{bos}<｜User｜>", "<｜Assistant｜><think>\n", false, "<｜Assistant｜>", "<｜end▁of▁sentence｜><｜User｜>", AnswerForm::behindThought},  // 4
    ChatFrame{"{bos}<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n", true, "", "<end_of_turn>\n<start_of_turn>user\n", AnswerForm::stripped},  // 5
    ChatFrame{"<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n", true, "", "<end_of_turn>\n<start_of_turn>user\n", AnswerForm::stripped},  // 6
    ChatFrame{"{bos}[INST] ", " [/INST]", true, " [/INST] ", " {eos}{bos}[INST] ", AnswerForm::stripped},  // 7
    ChatFrame{"{bos}<|start_header_id|>system<|end_header_id|>\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n", true, "", "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n", AnswerForm::stripped},  // 8
    ChatFrame{"{bos}<|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n", true, "", "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n", AnswerForm::stripped},  // 9
    ChatFrame{"{bos}[INST] ", " [/INST]", false, "", "{eos} [INST] ", AnswerForm::whole},  // 10
    ChatFrame{"{bos}[INST] ", " [/INST]", false, "", "{eos}[INST] ", AnswerForm::whole},  // 11
    ChatFrame{"{bos}[INST]", "[/INST]", false, "", "{eos}[INST]", AnswerForm::whole},  // 12
    ChatFrame{"{bos} [INST] ", " [/INST]", false, " [/INST] ", "{eos} [INST] ", AnswerForm::whole},  // 13
    ChatFrame{"{bos}[INST] ", "[/INST]", false, "[/INST] ", "{eos}[INST] ", AnswerForm::whole},  // 14
    ChatFrame{"{bos}GPT4 Correct User: ", "<|end_of_turn|>GPT4 Correct Assistant:", false, "<|end_of_turn|>GPT4 Correct Assistant: ", "<|end_of_turn|>GPT4 Correct User: ", AnswerForm::whole},  // 15
    ChatFrame{"USER: ", "\nASSISTANT:", false, "\nASSISTANT: ", "</s>\nUSER: ", AnswerForm::whole},  // 16
    ChatFrame{"<|user|>\n", "<|end|>\n<|assistant|>\n", false, "", "<|end|>\n<|user|>\n", AnswerForm::whole},  // 17
    ChatFrame{"{bos}<|user|>\n", "<|end|>\n<|assistant|>\n", false, "", "<|end|>\n<|user|>\n", AnswerForm::whole},  // 18
    ChatFrame{"<|im_start|>user<|im_sep|>", "<|im_end|><|im_start|>assistant<|im_sep|>", false, "", "<|im_end|><|im_start|>user<|im_sep|>", AnswerForm::whole},  // 19
    ChatFrame{"<|im_start|>system\nYou are a helpful assistant<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 20
    ChatFrame{"<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 21
    ChatFrame{"<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 22
    ChatFrame{"<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::behindThoughtLines},  // 23
    ChatFrame{"<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", false, "", "<|im_end|>\n<|im_start|>user\n", AnswerForm::whole},  // 24
    ChatFrame{"<|user|>\n", "\n<|assistant|>\n", false, "", "{eos}\n<|user|>\n", AnswerForm::whole},  // 25
    ChatFrame{"<|user|>\n", "{eos}\n<|assistant|>\n", false, "", "{eos}\n<|user|>\n", AnswerForm::whole},  // 26
};

// Those of one frame beside each other. Line ends within a template's texts stand there as they are or as \n: both go around.
inline constexpr std::array chatTemplates{
    ChatTemplate{0x26afaa49f0e77964, 0},  // AlphaMonarch, its line ends written the other way
    ChatTemplate{0x73c389450e948306, 0},  // AlphaMonarch
    ChatTemplate{0x17fde6ecda9c7c01, 1},  // ChatML, Yi, its line ends written the other way
    ChatTemplate{0x21dc9ed0659009cb, 1},  // Qwen3 Coder
    ChatTemplate{0x3751fe8ea48448ab, 1},  // Qwen3 Instruct 2507
    ChatTemplate{0x773d13e188afc917, 1},  // ChatML, Yi
    ChatTemplate{0x88bf4138d5c826f0, 1},  // ChatML, OpenHermes 2.5, its line ends written the other way
    ChatTemplate{0x8bfd6052757eabbd, 1},  // ChatML as Unsloth writes it
    ChatTemplate{0xa41d6bae9b9141bc, 1},  // ChatML, OpenHermes 2.5
    ChatTemplate{0xd47b51a251c01b89, 1},  // ChatML as Unsloth writes it, its line ends written the other way
    ChatTemplate{0x0bf0d304a70f6777, 2},  // ChatML with a first token, its line ends written the other way
    ChatTemplate{0x3d431dbc3308b134, 2},  // ChatML with a first token, LFM2, its line ends written the other way
    ChatTemplate{0x6026a4efc1063551, 2},  // ChatML with a first token
    ChatTemplate{0x71769a60b37b2975, 2},  // ChatML with a first and a last token
    ChatTemplate{0x89bcbd75ce6a3d28, 2},  // ChatML with a first token, LFM2
    ChatTemplate{0xb7ce5820588dbd2d, 2},  // ChatML with a first and a last token, its line ends written the other way
    ChatTemplate{0x5cc72d3b7b3661a5, 3},  // DeepSeek Coder, its line ends written the other way
    ChatTemplate{0x5de747f765e2c199, 3},  // DeepSeek Coder
    ChatTemplate{0x845fdf813c637ee2, 4},  // DeepSeek R1 Distill
    ChatTemplate{0x5c10ee65212d93b3, 5},  // Gemma 1.1, Gemma 2
    ChatTemplate{0x70f3cded3fb90051, 5},  // Gemma 1.1, Gemma 2, its line ends written the other way
    ChatTemplate{0xa0156608461ac2db, 5},  // Gemma 3 by Unsloth
    ChatTemplate{0xd19b6ff3a49deea5, 5},  // Gemma 3
    ChatTemplate{0x690954969ec87269, 6},  // the first Gemma
    ChatTemplate{0xe588cc2356832fab, 6},  // the first Gemma, its line ends written the other way
    ChatTemplate{0x0287f57ff3522b77, 7},  // Llama 2, its line ends written the other way
    ChatTemplate{0x54f74c2db3c2b5b9, 7},  // Llama 2
    ChatTemplate{0x368f4c34b8554414, 8},  // Llama 3.2
    ChatTemplate{0xcc0368e1ffb6b958, 8},  // Llama 3.1, 3.3
    ChatTemplate{0x0e60067a5537498e, 9},  // Llama 3
    ChatTemplate{0x11932c29fae1ec03, 9},  // Llama 3 by Unsloth, its line ends written the other way
    ChatTemplate{0x32844fd43eab01d2, 9},  // Llama 3, its line ends written the other way
    ChatTemplate{0x60b6f54caafc7e66, 9},  // Llama 3, its first, its line ends written the other way
    ChatTemplate{0x74891e390e614ae2, 9},  // Llama 3, its first
    ChatTemplate{0x87211746dfbc9cbf, 9},  // Llama 3 by Unsloth
    ChatTemplate{0xc730acc029ce6ee0, 10},  // Mistral Instruct 0.1
    ChatTemplate{0x2f6e9459abfe444c, 11},  // Mistral by Unsloth
    ChatTemplate{0x8c734b90b4f8d84d, 11},  // Mistral Instruct 0.2
    ChatTemplate{0x20783e9d94168233, 12},  // Mistral Nemo
    ChatTemplate{0x46eac0bf5c765c47, 13},  // Mistral Instruct, v1 with a system message
    ChatTemplate{0xd99e5b4469be13b3, 13},  // Mistral Instruct, v1 with a system message, its line ends written the other way
    ChatTemplate{0xe4a9cc594604808a, 14},  // Mistral Large 2411
    ChatTemplate{0x51c8c94545ac4017, 15},  // OpenChat 3.5
    ChatTemplate{0x733c990d6caf5d1b, 15},  // Starling
    ChatTemplate{0x0b96eedef78124fa, 16},  // Vicuna 1.1
    ChatTemplate{0x55fd77422ded1a14, 16},  // Vicuna 1.1, its line ends written the other way
    ChatTemplate{0xdf37b2ed510037e7, 16},  // Orca-Vicuna, its line ends written the other way
    ChatTemplate{0xf61250af26b584e3, 16},  // Orca-Vicuna
    ChatTemplate{0x24925bd375385a06, 17},  // Phi-3 by Unsloth, its line ends written the other way
    ChatTemplate{0x31ef9b2dacd0efb6, 17},  // Phi-3 by Unsloth
    ChatTemplate{0x6057775af4d6feb9, 17},  // Phi-3 medium
    ChatTemplate{0x95fa28927d49ef90, 17},  // Phi-3.5 mini, its line ends written the other way
    ChatTemplate{0x96c2439b550245f3, 17},  // Phi-3 medium, its line ends written the other way
    ChatTemplate{0xb57fd8a13386ab5f, 17},  // Phi-3 mini, its line ends written the other way
    ChatTemplate{0xcf278cde387a54c8, 17},  // Phi-3.5 mini
    ChatTemplate{0xecebdb26677c663d, 17},  // Phi-3 mini
    ChatTemplate{0x034c188108bf106d, 18},  // Phi-3 small, its line ends written the other way
    ChatTemplate{0x475fd3e16d05c1af, 18},  // Phi-3 small
    ChatTemplate{0x4ebae769b67b72f1, 18},  // Phi-3 mini, its first
    ChatTemplate{0xebc826f08cf92eab, 18},  // Phi-3 mini, its first, its line ends written the other way
    ChatTemplate{0xa0d463619fe96578, 19},  // Phi-4
    ChatTemplate{0xaf82eb57e8662e59, 20},  // Qwen1.5, its line ends written the other way
    ChatTemplate{0xc867da37c989d41f, 20},  // Qwen1.5
    ChatTemplate{0xe642ce246d7f2e3d, 21},  // Qwen2.5
    ChatTemplate{0x6336937c1429e601, 22},  // Yi 1.5
    ChatTemplate{0x75e88977b2787cd7, 22},  // Qwen2, its line ends written the other way
    ChatTemplate{0x8a87094e0e1e24c5, 22},  // Qwen2
    ChatTemplate{0xafd400054a67b965, 22},  // Yi 1.5, its line ends written the other way
    ChatTemplate{0x141564424f1848a3, 23},  // Qwen3 Instruct by Unsloth
    ChatTemplate{0x2bfdb7aa9754484e, 23},  // Qwen3, its first
    ChatTemplate{0x959a4551391a6549, 23},  // Qwen3
    ChatTemplate{0x9cdcd79e2ef275aa, 23},  // Qwen3 by Unsloth
    ChatTemplate{0x09b5156a5cf6abfc, 24},  // SmolLM2 Instruct, its line ends written the other way
    ChatTemplate{0x45ec583d4d25bc3a, 24},  // SmolLM2 Instruct
    ChatTemplate{0x4cbed0d6a7c090ec, 25},  // StableLM Zephyr
    ChatTemplate{0xcac021f53d57ef1c, 25},  // StableLM Zephyr, its line ends written the other way
    ChatTemplate{0x0af6ea9cf9896e56, 26},  // Zephyr, TinyLlama Chat, its line ends written the other way
    ChatTemplate{0x0d5e6e3608e93131, 26},  // Zephyr by Unsloth, its line ends written the other way
    ChatTemplate{0x4f538ea416e097dd, 26},  // Zephyr by Unsloth
    ChatTemplate{0xcd8b49000db02c2c, 26},  // Zephyr, TinyLlama Chat
};
// clang-format on

}  // namespace hw::model
