// SPDX-License-Identifier: MIT
// What a transformer is, as data: one Spec describes every family that this library runs (model/families fills it
// from a model's configuration), and model/run computes any Spec.
//
// T tokens, L layers, H query heads, G heads of keys and values, d their width, D the width of the residual stream,
// E that of the embeddings, F that of the feed-forward part, V words of the vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/network/head_spec.h"

namespace hw::model {

/// Where the norms of a block stand. `pre`: x += A(n1 x), x += M(n2 x), where the branch may have a norm of its own
/// behind it (Gemma). `post`: x = n1(x + A x), x = n2(x + M x). `parallel`: x += A(n1 x) + M(n2 x).
enum class Placement : std::uint8_t { pre, post, parallel };

enum class PositionKind : std::uint8_t {
    none,     ///< or rotated queries and keys (Spec::rotaries)
    learned,  ///< a row for each position
};

/// DeBERTa (He et al. 2021): distances have vectors, from which each layer makes keys for the queries and queries for the keys.
/// A score is the sum of all three products times LayerKind::scale. Rows of the table: run/buckets.h.
struct DistanceSpec {
    int span = 0;  ///< half as many as the table has rows
    int buckets =
        0;  ///< half of these have a row each, farther distances share the rest; 0: each has its own
    int farthest = 0;            ///< where the shared rows end
    bool hasKeys = false;        ///< content to position, "c2p"
    bool hasQueries = false;     ///< position to content, "p2c"
    bool sharesWeights = false;  ///< those are made by the layer's own matrices
    bool isNormed = false;  ///< the table has a norm, which stands at TensorNames::distanceNorm
};

/// How queries, keys and values lie in the file.
enum class QkvForm : std::uint8_t {
    separate,
    grouped,  ///< one matrix: rows of all queries, of all keys, of all values
    perHead,  ///< one matrix: for each head its query, key and value rows (GPT-NeoX)
};

enum class MlpForm : std::uint8_t {
    plain,       ///< down(act(up x))
    gated,       ///< down(act(gate x) * up x)
    gatedFused,  ///< the same, the rows of the gate before those of up in one matrix
};

/// Frequencies of rotated queries and keys: pair i of `width`/2 turns by position * frequencies[i], and grows to its `scale`.
struct Rotary {
    std::vector<double> frequencies;
    std::vector<double>
        longer;  ///< in their place in texts of more than shortTokens; empty: the same
    int shortTokens = 0;
    double scale = 1;
    int most = 0;  ///< the longest text that they hold for; 0: any
    int width() const { return 2 * static_cast<int>(frequencies.size()); }
    bool operator==(const Rotary&) const = default;
};

/// What differs between layers. Query i sees key j if -back <= j - i <= ahead; -1 is no limit.
struct LayerKind {
    int back = -1;
    int ahead = -1;
    int rotary = -1;  ///< index in Spec::rotaries; -1: not rotated
    float scale = 1;  ///< of the scores
    int block = 0;    ///< which weights: several layers may share them (ALBERT)
    bool sees(int query, int key) const {
        return (back < 0 || query - key <= back) && (ahead < 0 || key - query <= ahead);
    }
    bool isCausal() const { return ahead == 0; }
};

/// How a picture becomes numbers: preprocessor_config.json. Sizes in pixels.
struct PicturePreparation {
    enum class Resample : std::uint8_t { bilinear, bicubic };
    Resample resample = Resample::bilinear;
    int shortest = 0;  ///< the shorter edge becomes this, the other follows; 0: both are given
    int width = 0;
    int height = 0;
    int cropWidth = 0;  ///< then this much of the middle; 0: all of it
    int cropHeight = 0;
    float rescale = 1.0F / 255;
    std::array<float, 3> mean{0, 0, 0};
    std::array<float, 3> deviation{1, 1, 1};
};

/// Of models that read pictures: patches in rows stand where texts have words, behind some tokens of their own.
struct PictureSpec {
    static constexpr int mostSide = 128;  ///< patches in a row or column
    int width = 0;                        ///< as the network takes it, in pixels
    int height = 0;
    int patch = 0;            ///< width and height of one
    int storedSide = 0;       ///< patches in a row and in a column of the file's table of positions
    bool resizes = false;     ///< that table is resized to other pictures (DINOv2)
    bool isSmooth = false;    ///< with anti-aliasing (DINOv2 with registers)
    bool isShortest = false;  ///< one number for a size means the shorter edge
    bool hasPatchBias = true;
    int registers = 0;  ///< tokens behind the first that have no position
    PicturePreparation preparation = {};

    int rows() const { return height / patch; }
    int columns() const { return width / patch; }
    int patches() const { return rows() * columns(); }
    /// Of a table with a row for each step between two patches, and three for the class token.
    int gridRows() const { return (2 * rows() - 1) * (2 * columns() - 1) + 3; }
};

/// The names of a family's tensors, without ".weight" and ".bias". Those of a block stand behind `block` and its
/// number; all stand behind the prefix that the file turns out to have. `A|B`: whichever is there. Empty: there is none.
struct TensorNames {
    std::vector<std::string> prefixes = {""};
    std::string embeddings = {};
    std::string positions = {};
    std::string types = {};
    std::string embeddingNorm = {};
    std::string projection = {};
    std::string block = {};  ///< `{}` is its number; ends in a full stop
    std::string attentionNorm = {};
    std::string attentionBranchNorm = {};
    std::string mlpNorm = {};
    std::string mlpBranchNorm = {};
    std::string query = {};
    std::string key = {};
    std::string value = {};
    std::string qkv = {};
    std::string output = {};
    std::string crossNorm = {};
    std::string crossQuery = {};
    std::string crossKey = {};
    std::string crossValue = {};
    std::string crossOutput = {};
    std::string queryNorm = {};
    std::string keyNorm = {};
    std::string gate = {};
    std::string up = {};
    std::string down = {};
    std::string finalNorm = {};
    std::string buckets = {};    ///< the table of Spec::bucketCount, behind the prefix
    std::string distances = {};  ///< the table of Spec::distances and its norm, behind the prefix
    std::string distanceNorm = {};
    std::string distanceKey = {};  ///< of a block
    std::string distanceQuery = {};
    std::string convolution = {};  ///< and its norm, behind the prefix
    std::string convolutionNorm = {};
    /// Of pictures, in full: the vectors of the tokens before the patches. `embeddings` is what patches are multiplied by.
    std::vector<std::string> leading = {};
    std::string registers = {};
    std::string gridBias = {};  ///< of a block, in full: the table of Spec::hasGridBias
};

/// One model, whatever its family. Filled by model/families, checked against the file by loadNetwork.
struct Spec {
    std::string family;      ///< as the configuration calls it: "bert"
    std::string familyName;  ///< for people: "BERT"
    int vocabulary = 0;
    int width = 0;           ///< D
    int embeddingWidth = 0;  ///< E
    int heads = 0;           ///< H
    int keyHeads = 0;        ///< G; H is a multiple of it
    int headWidth = 0;       ///< d
    int mlpWidth = 0;        ///< F
    int types = 0;           ///< rows of the table of token types
    std::vector<LayerKind> layers;
    int blocks = 0;  ///< blocks of weights; as many as layers, unless they share them

    Placement placement = Placement::pre;
    NormKind norm = NormKind::layer;
    float epsilon = 1e-5F;
    float normOffset = 0;  ///< added to every norm's weights: Gemma stores them minus one
    bool hasNormBias = true;
    bool hasEmbeddingNorm = false;
    bool hasEmbeddingNormBias = true;
    bool hasFinalNorm = true;
    bool firstHasNoAttentionNorm = false;  ///< ModernBERT's first layer
    bool hasBranchNorms = false;
    bool hasLayerScale = false;  ///< a factor of each feature behind both branches
    bool hasQueryKeyNorm = false;

    PositionKind position = PositionKind::none;
    int positions = 0;       ///< rows of the table of positions, or the longest text; 0: no limit
    int positionOffset = 0;  ///< the first token's row
    int countedFrom =
        -1;  ///< RoBERTa: the id of padding, whose tokens do not count as positions; -1: all count
    std::vector<Rotary> rotaries;
    bool hasSinusoids =
        false;  ///< the table of positions is in no file: sines, then cosines (Marian)
    bool pairedRotary = false;  ///< GGUF's llama: rows of q and k are permuted; loading undoes it
    /// T5, MPNet: a bias of the scores for each distance, one table for all layers (run/buckets.h); 0: there is none.
    int bucketCount = 0;
    int bucketDistance = 0;
    std::optional<DistanceSpec> distances;
    /// DeBERTa-v2: what leaves layer 0 is norm(it + act(convolution of x_0 over so many tokens)); 0: there is none.
    int convolutionTokens = 0;
    Activation convolutionActivation = Activation::none;

    QkvForm qkv = QkvForm::separate;
    /// A decoder: each layer's queries also look at what an encoder gives, between attention and MLP (Vaswani et al. 2017).
    bool hasCross = false;
    bool isInOut = false;  ///< matrices are stored [inputs][outputs] (GPT-2)
    bool hasQkvBias = false;
    bool hasKeyBias = true;  ///< where queries and values have one
    bool hasGridBias =
        false;  ///< of pictures: each block has a table of biases of the scores (run/buckets.h)
    bool hasOutputBias = false;
    MlpForm mlp = MlpForm::plain;
    bool hasMlpBias = false;
    Activation activation = Activation::gelu;

    float scoreCap = 0;        ///< scores become cap * tanh(scores / cap); 0: they do not
    float embeddingScale = 1;  ///< of the words' rows
    bool projectsFirst =
        false;  ///< the projection stands before positions are added (OPT), not behind the norm

    TensorNames names;
    HeadSpec head;
    /// Texts that sentence-transformers puts in front, with their names: "query", "query: ".
    std::vector<std::pair<std::string, std::string>> prompts;
    std::string
        usualPrompt;  ///< the name of the one that it takes unless another is named; or empty
    int mostTokens =
        0;  ///< of a sentence encoder's text, which is cut there; 0: no limit of its own
    std::optional<PictureSpec> picture;  ///< of models that read pictures; their tokens are places
    std::vector<std::string> notes;      ///< what people should know: a head that is not computed
    std::vector<std::string>
        ignoredKeys;  ///< that may change the mathematics; the user runs it without them

    /// Tokens of a picture before its patches.
    int leadingTokens() const {
        return static_cast<int>(names.leading.size()) + (picture ? picture->registers : 0);
    }
    /// How many pooled rows of D features lie side by side.
    int pooledRows() const { return 1 + static_cast<int>(head.beside.size()); }
    /// Features of the vector that a text or picture becomes (Task::embedding).
    int vectorWidth() const {
        for (std::size_t i = head.stages.size(); i-- > 0;)
            if (head.stages[i].rows > 0) return head.stages[i].rows;
        return width * pooledRows();
    }
    int layerCount() const { return static_cast<int>(layers.size()); }
    bool isCausal() const { return !layers.empty() && layers.front().isCausal(); }
};

}  // namespace hw::model
