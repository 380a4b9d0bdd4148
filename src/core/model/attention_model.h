// SPDX-License-Identifier: MIT
// The content of a file: attention weights and the tokens they belong to.
//
// A Document is an opened file. It has one or more Examples (a data set has many). An Example has one AttentionTensor
// (two more for an encoder-decoder model) and its tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/choice_names.h"
#include "core/matrix/matrix_view.h"
#include "core/model/matrix_kind.h"
#include "core/model/saved_by.h"
#include "core/problem.h"

namespace hw {

/// A token that draws attention regardless of its meaning (core/statistics/attention_sinks.h).
struct AttentionSink {
    int token = 0;
    double received = 0;  ///< mean weight that the other tokens give it, over all layers and heads
    bool operator==(const AttentionSink&) const = default;
};

/// Attention weights W[layer][head][query][key], contiguous, row-major, float32. In 16 bits if the user chose so when
/// opening, or lent by a calling program. Layers count from the input upward. Every index is zero-based.
struct AttentionTensor {
    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    std::vector<float> values;
    std::vector<std::uint16_t> halves;  ///< in place of `values`, as binary16 (core/matrix/half.h)
    /// In place of `values`, the same numbers in another owner's memory, unchanged as long as the tensor is used.
    /// Methods read them through matrix() and row(). Code that rewrites weights takes only `values`.
    std::span<const float> lent;
    bool hasMissing =
        false;  ///< some values are not finite (core/methods/missing.h); set on opening
    bool hasNegative = false;  ///< some values are negative; set on opening
    /// In place of values, W[q][k] = 1/(q+1) for k <= q, in every layer (core/result/uniform_causal.h).
    bool isUniform = false;
    /// [layer][head][L2, L1], the size of each head's gradients (noteGradients). Empty if there are none.
    std::vector<double> gradientNorms;
    MatrixKind kind = MatrixKind::attention;
    /// Its attention sinks (core/statistics/attention_sinks.h), set on opening. nullopt if not searched.
    std::optional<std::vector<AttentionSink>> sinks = {};

    bool empty() const { return values.empty() && halves.empty() && lent.empty() && !isUniform; }
    bool isHalf() const { return !halves.empty(); }
    bool isAttention() const { return kind == MatrixKind::attention; }
    bool isGlobal() const { return kind == MatrixKind::globalContributions; }
    std::size_t count() const { return isHalf() ? halves.size() : floats().size(); }
    /// All 32-bit weights, own or lent.
    std::span<const float> floats() const { return lent.empty() ? std::span(values) : lent; }
    /// Number of values of one head's matrix.
    std::size_t matrixSize() const { return std::size_t{1} * queries * keys; }
    /// One head's matrix. 16-bit weights are decoded into `room` first. The view then lasts until `room` is used again,
    /// otherwise as long as the tensor. O(1), or O(queries * keys) for 16-bit weights.
    MatrixView matrix(int layer, int head, std::vector<float>& room) const {
        const std::size_t at = offset(layer, head);
        if (!isHalf()) return {floats().data() + at, queries, keys};
        decode(at, matrixSize(), room);
        return {room.data(), queries, keys};
    }
    /// One row of a head's matrix. Lifetime and cost as for matrix(), for `keys` values.
    std::span<const float> row(int layer, int head, int query, std::vector<float>& room) const {
        const std::size_t width = keys;
        const std::size_t at = offset(layer, head) + query * width;
        if (!isHalf()) return floats().subspan(at, width);
        decode(at, width, room);
        return room;
    }
    /// Converts the values to 16 bits. O(values). Keeps both copies while it works.
    void toHalf();

private:
    std::size_t offset(int layer, int head) const { return (layer * heads + head) * matrixSize(); }
    void decode(std::size_t at, std::size_t size, std::vector<float>& room) const;
};

/// Stores the norms of `gradients`, which has the shape of the weights or is empty, with the weights.
/// Values that are not finite count as 0. O(values).
void noteGradients(AttentionTensor& weights, const AttentionTensor& gradients);

/// True if no query attends to a later key, and there are at least two tokens. O(values).
bool isCausal(const AttentionTensor& attentions);

/// One score per token from another method (blank-out, gradients, ...), to compare rankings with.
struct Importance {
    std::string name;
    std::vector<double> values;  ///< one per token
};

/// The class of each token in one respect (part of speech, role, segment), according to the file.
struct TokenClasses {
    std::string name;                  ///< the respect
    std::vector<std::string> classes;  ///< one per token; an empty string if it has none
};

/// Patches in rows, one token each, row after row.
struct PatchGrid {
    int rows = 0;
    int cols = 0;
    int firstPatchToken = 0;  ///< tokens before it ([CLS], registers) are not patches
    bool operator==(const PatchGrid&) const = default;
};

/// A picture and its patches. It can be a picture among text, or a frame of a video.
struct ImageRegion {
    std::string dataUrl;  ///< `data:image/png;base64,...`; empty if only the patches are known
    int rows = 0;         ///< patch grid
    int cols = 0;
    int firstPatchToken = 0;  ///< tokens before it ([CLS], registers) are not patches

    int end() const { return firstPatchToken + rows * cols; }  ///< token after the last patch
    bool holds(int token) const { return token >= firstPatchToken && token < end(); }
};

/// The picture a vision transformer looked at, and its other pictures.
struct ImageInfo : ImageRegion {
    std::vector<ImageRegion> more = {};  ///< in the order of their tokens, after this one
    bool isVideo = false;                ///< `more` are the frames after this one

    int regions() const { return 1 + static_cast<int>(more.size()); }
    const ImageRegion& region(int index) const { return index == 0 ? *this : more[index - 1]; }
    ImageRegion& region(int index) { return index == 0 ? *this : more[index - 1]; }
    /// The region that a token is a patch of, or -1.
    int regionOf(int token) const;
};

/// The decoder of an encoder-decoder model. The encoder is the Example itself.
struct Decoder {
    std::vector<std::string> tokens;  ///< T of them
    AttentionTensor attentions;       ///< [L'][H][T][T]; empty if the file has only cross-attention
    AttentionTensor cross;           ///< [L'][H][T][S], queries in the decoder, keys in the encoder
    AttentionTensor gradients = {};  ///< of `attentions`, same shape, or empty
    AttentionTensor crossGradients = {};  ///< of `cross`, same shape, or empty
};

/// One of the attention stacks of an encoder with its decoder.
enum class AttentionStack : std::uint8_t {
    encoder,  ///< or that of the only stack there is
    decoder,
    cross,  ///< queries in the decoder, keys in the encoder
};

/// Attention that was cut in the run. Either an edge of a layer, in some of its heads, or the contribution of a token
/// to itself in the next layer.
struct CutEdge {
    int layer = 0;  ///< zero-based, as all
    int query = 0;  ///< -1, with key -1, for whole heads
    int key = 0;
    int heads =
        0;  ///< in how many; 0 cuts the residual of the token `query`, which is also `key`, instead of attention
    AttentionStack of = AttentionStack::encoder;
    bool operator==(const CutEdge&) const = default;
};

enum class AttentionKind { self, causal, encoderDecoder };
template <>
struct Names<AttentionKind> {
    static constexpr ChoiceName list[] = {{"self"}, {"causal"}, {"encoder-decoder"}};
};

/// The message where a choice needs gradients on their own and the file has Example::productGradients.
inline constexpr LocalizedText onlyProducts =
    "The link has only gradients times attention, with heads combined."_tr;

/// Example::outputToken of a run whose answer is the mean of all tokens, not a single one.
inline constexpr int meanOfTokens = -2;

/// One analysis, such as a sentence, a picture, a prompt.
struct Example {
    std::string title;
    std::string model;
    std::string source;  ///< where the data come from, according to the file
    /// Examples with the same cluster, such as the template of their texts, count as one observation. May be empty.
    std::string cluster;
    std::vector<std::string> tokens;  ///< n of them, as the tokenizer wrote them; never empty
    bool tokensAreNumbered = false;   ///< the file had none, so they are "0", "1", ...
    AttentionTensor attentions;       ///< [L][H][n][n]
    AttentionTensor gradients;        ///< same shape, or empty
    /// The gradients belong to fused heads. They are factors that turn weights into the products that gradient rollout
    /// and relevance fuse. They have a meaning only if multiplied by the weights.
    bool productGradients = false;
    std::vector<Importance> importance;
    std::vector<TokenClasses> tokenClasses;
    std::optional<ImageInfo> image;
    std::vector<PatchGrid> grids;  ///< how the tokens may be read as patches, the likeliest first
    std::optional<Decoder> decoder;
    std::vector<int> words;                  ///< word of each token, or empty
    std::vector<int> segments;               ///< 0 = A, 1 = B of each token, or empty
    std::vector<std::string> specialTokens;  ///< those in the file, or empty
    /// The one that the file suggests to start with, or -1. meanOfTokens for a run whose answer comes from all.
    int outputToken = -1;
    std::vector<float> fixedResidual;  ///< GlobEnc's r, [L][n], or empty
    /// [L][1][n][n], or empty. May have other layers than `attentions`, which may be empty.
    AttentionTensor contributions = {};
    std::string contributionKind = {};  ///< the method's name in the file ("alti"); may be empty
    /// The predicted token at each position (of the decoder if there is one), or empty.
    std::vector<std::string> predicted = {};
    std::vector<float> predictedProbability = {};  ///< of each of them, NaN where unknown; or empty
    std::vector<CutEdge> cuts =
        {};  ///< of a run that was cut, by attention, layer, query, key; not in any file
    /// Questions that the model answers about this run, among those in model/service/questions.cpp. Empty if no model
    /// is open.
    std::vector<std::string> asks;

    /// encoderDecoder if there is a decoder, causal if no weight is above the diagonal.
    AttentionKind kind() const;
};

/// An opened file.
struct Document {
    std::string name;  ///< the file's name, as given
    std::string form;  ///< which importer read it, such as "headwaters" or "huggingface"
    std::vector<Example> examples;  ///< at least one
    std::vector<Problem> warnings;  ///< readable nevertheless, but worth mentioning
    std::optional<SavedBy> saved;   ///< of a saved analysis
    std::uint64_t nulls = 0;        ///< nulls among the weights, as read
    std::uint64_t infinities = 0;  ///< infinities and numbers beyond float32; both count as missing
};

}  // namespace hw
