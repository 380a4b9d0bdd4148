// SPDX-License-Identifier: MIT
#include "io/tree/key_meaning.h"

#include <string>

namespace hw::io {

namespace {

struct Name {
    std::string_view text;
    Role role;
};

// Without the layer's number, in lower case, words combined by one underscore.
constexpr Name names[] = {
    {"attentions", Role::self},
    {"attention", Role::self},
    {"attn", Role::self},
    {"att", Role::self},
    {"arr", Role::self},  // numpy.savez's name of arrays without a name
    {"attns", Role::self},
    {"attention_weights", Role::self},
    {"attn_weights", Role::self},
    {"attention_probs", Role::self},
    {"self_attention", Role::self},
    {"self_attentions", Role::self},
    {"self_attn", Role::self},
    {"encoder_attentions", Role::encoder},
    {"encoder_attention", Role::encoder},
    {"encoder_self_attentions", Role::encoder},
    {"encoder_self_attention", Role::encoder},
    {"decoder_attentions", Role::decoder},
    {"decoder_attention", Role::decoder},
    {"decoder_self_attentions", Role::decoder},
    {"decoder_self_attention", Role::decoder},
    {"cross_attentions", Role::cross},
    {"cross_attention", Role::cross},
    {"cross_attn", Role::cross},
    {"encoder_decoder_attentions", Role::cross},
    {"decoder_cross_attentions", Role::cross},
    {"gradients", Role::gradients},
    {"attention_gradients", Role::gradients},
    {"attentions_gradients", Role::gradients},
    {"attn_gradients", Role::gradients},
    {"encoder_gradients", Role::encoderGradients},
    {"encoder_attention_gradients", Role::encoderGradients},
    {"encoder_attentions_gradients", Role::encoderGradients},
    {"decoder_gradients", Role::decoderGradients},
    {"decoder_attention_gradients", Role::decoderGradients},
    {"decoder_attentions_gradients", Role::decoderGradients},
    {"cross_gradients", Role::crossGradients},
    {"cross_attention_gradients", Role::crossGradients},
    {"cross_attentions_gradients", Role::crossGradients},
    {"contributions", Role::contributions},
};

}  // namespace

KeyMeaning meaningOf(std::string_view key) {
    if (key.size() > 64) return {};
    std::string base;
    std::string word;
    int layer = -1;
    int numbers = 0;
    const auto endWord = [&] {
        if (word.empty()) return;
        const bool number = word[0] >= '0' && word[0] <= '9';
        if (number) {
            ++numbers;
            layer = word.size() <= 6 ? std::stoi(word) : -1;
        } else if (word != "layer" && word != "layers") {
            base += (base.empty() ? "" : "_") + word;
        }
        word.clear();
    };
    for (char c : key) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const bool digit = c >= '0' && c <= '9';
        const bool letter = c >= 'a' && c <= 'z';
        if (!digit && !letter) {
            endWord();
            continue;
        }
        if (!word.empty() && digit != (word[0] >= '0' && word[0] <= '9')) endWord();
        word += c;
    }
    endWord();
    if (numbers > 1) return {};
    for (const Name& name : names) {
        if (name.text == base) return {name.role, layer};
    }
    return {};
}

bool isWeights(std::string_view key) {
    const Role role = meaningOf(key).role;
    return role != Role::unknown && role < Role::gradients;
}

}  // namespace hw::io
