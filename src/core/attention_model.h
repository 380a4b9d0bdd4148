// SPDX-License-Identifier: MIT
// What a file holds once it is read: attention weights and the words they are about.
//
// Three nouns: a Document is what was opened; it holds one or more Examples (a data set has many);
// an Example holds one AttentionTensor (two more for an encoder-decoder model) and its tokens.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/problem.h"

namespace hw {

/// Attention weights W[layer][head][query][key], contiguous, row-major, float32.
/// Layers count from the input upward, everything from zero.
struct AttentionTensor {
    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    std::vector<float> values;

    bool empty() const { return values.empty(); }
    /// Number of values of one head's matrix.
    std::size_t matrixSize() const {
        return static_cast<std::size_t>(queries) * static_cast<std::size_t>(keys);
    }
    MatrixView matrix(int layer, int head) const {
        const std::size_t index =
            static_cast<std::size_t>(layer) * static_cast<std::size_t>(heads) +
            static_cast<std::size_t>(head);
        return {values.data() + index * matrixSize(), queries, keys};
    }
};

/// One score a token, from outside (blank-out, gradients, ...), to compare rankings with.
struct Importance {
    std::string name;
    std::vector<double> values;  ///< one a token
};

/// The picture a vision transformer looked at.
struct ImageInfo {
    std::string dataUrl;  ///< `data:image/png;base64,...`
    int rows = 0;         ///< patch grid
    int cols = 0;
    int firstPatchToken = 0;  ///< tokens before it ([CLS], registers) are no patches
};

/// The decoder of an encoder-decoder model. The encoder stands in the Example itself.
struct Decoder {
    std::vector<std::string> tokens;  ///< T of them
    AttentionTensor attentions;       ///< [L'][H][T][T]; empty if the file has only cross-attention
    AttentionTensor cross;  ///< [L'][H][T][S]: queries in the decoder, keys in the encoder
};

enum class AttentionKind { self, causal, encoderDecoder };

/// One analysis: a sentence, a picture, a prompt.
struct Example {
    std::string title;
    std::string model;
    std::string source;               ///< where the data come from, as the file says
    std::vector<std::string> tokens;  ///< n of them, as the tokenizer wrote them; never empty
    bool tokensAreNumbered = false;   ///< the file had none: "0", "1", ... were made
    AttentionTensor attentions;       ///< [L][H][n][n]
    AttentionTensor gradients;        ///< same shape, or empty
    std::vector<Importance> importance;
    std::optional<ImageInfo> image;
    std::optional<Decoder> decoder;
    std::vector<int> words;                  ///< word of each token, or empty
    std::vector<int> segments;               ///< 0 = A, 1 = B of each token, or empty
    std::vector<std::string> specialTokens;  ///< as the file names them, or empty
    int outputToken = -1;                    ///< the one the file suggests to start with, or -1
    std::vector<float> fixedResidual;        ///< GlobEnc's r, [L][n], or empty

    /// encoderDecoder by content; causal if nothing stands above the diagonal.
    AttentionKind kind() const;
};

/// A file, opened.
struct Document {
    std::string name;               ///< the file's name, as given
    std::string form;               ///< which importer read it: "headwaters", "huggingface", ...
    std::vector<Example> examples;  ///< at least one
    std::vector<Problem> warnings;  ///< read, but worth a word
};

}  // namespace hw
