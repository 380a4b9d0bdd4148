// SPDX-License-Identifier: MIT
// A transformer's architecture as data. One Spec describes each supported family (model/families fills it from a
// model's configuration), and model/run computes any Spec.
//
// T tokens, L layers, H query heads, G heads of keys and values, d their width, D the width of the residual stream, E
// that of the embeddings, F that of the feed-forward part, V words of the vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/network/head_spec.h"

namespace hw::model {

/// The position of norms in a block. `pre`: x += A(n1 x), x += M(n2 x), where a branch may end with another norm
/// (Gemma). `post`: x = n1(x + A x), x = n2(x + M x). `parallel`: x += A(n1 x) + M(n2 x).
enum class Placement : std::uint8_t { pre, post, parallel };

enum class PositionKind : std::uint8_t {
    none,     ///< or rotated queries and keys (Spec::rotaries)
    learned,  ///< a row for each position
};

/// DeBERTa (He et al. 2021). Each layer computes keys for the queries and queries for the keys from vectors of
/// distances. A score is the sum of all three products times LayerKind::scale. Rows of the table: run/buckets.h.
struct DistanceSpec {
    int span = 0;  ///< half the number of the table's rows
    /// Half of these have a row each, farther distances share the rest; 0 if each has its own.
    int buckets = 0;
    int farthest = 0;            ///< end of the shared rows
    bool hasKeys = false;        ///< content to position, "c2p"
    bool hasQueries = false;     ///< position to content, "p2c"
    bool sharesWeights = false;  ///< the layer's own matrices compute both
    bool isNormed = false;       ///< the table has a norm, TensorNames::distanceNorm
};

/// The layout of queries, keys and values in the file.
enum class QkvForm : std::uint8_t {
    separate,
    grouped,  ///< one matrix: all query rows, all key rows, all value rows
    perHead,  ///< one matrix: each head's query, key and value rows (GPT-NeoX)
};

enum class MlpForm : std::uint8_t {
    plain,       ///< down(act(up x))
    gated,       ///< down(act(gate x) * up x)
    gatedFused,  ///< the same, with the gate's rows before those of up in one matrix
};

/// Frequencies of rotated queries and keys. Pair i of `width`/2 is rotated by position * frequencies[i], and multiplied
/// by `scale`.
struct Rotary {
    std::vector<double> frequencies;
    /// Replace them in texts of more than shortTokens; empty if they do not.
    std::vector<double> longer;
    int shortTokens = 0;
    double scale = 1;
    int most = 0;  ///< the longest text for which they are valid; 0 for any
    int width() const { return 2 * static_cast<int>(frequencies.size()); }
    bool operator==(const Rotary&) const = default;
};

/// The properties that differ between layers. Query i sees key j if -back <= j - i <= ahead; -1 is no limit.
struct LayerKind {
    int back = -1;
    int ahead = -1;
    int rotary = -1;  ///< index in Spec::rotaries; -1 if not rotated
    float scale = 1;  ///< factor of the scores
    int block = 0;    ///< index of the weights, which several layers may share (ALBERT)
    bool sees(int query, int key) const {
        return (back < 0 || query - key <= back) && (ahead < 0 || key - query <= ahead);
    }
    bool isCausal() const { return ahead == 0; }
};

/// The conversion of a picture to numbers, from preprocessor_config.json. Sizes in pixels.
struct PicturePreparation {
    enum class Resample : std::uint8_t { bilinear, bicubic, lanczos };
    Resample resample = Resample::bilinear;
    int shortest = 0;  ///< new length of the shorter edge, the other follows; 0 if both are given
    int width = 0;
    int height = 0;
    int longest = 0;    ///< Idefics3: first the longer edge becomes this long, 0 for other models
    int cropWidth = 0;  ///< width of the central crop after that; 0 for all of it
    int cropHeight = 0;
    float rescale = 1.0F / 255;
    std::array<float, 3> mean{0, 0, 0};
    std::array<float, 3> deviation{1, 1, 1};
};

/// For models that read pictures. Rows of patches replace the words of a text, after some special tokens.
struct PictureSpec {
    static constexpr int mostSide = 128;  ///< patches in a row or column
    int width = 0;                        ///< of the network's input, in pixels
    int height = 0;
    int patch = 0;            ///< width and height of a patch
    int storedSide = 0;       ///< patches in a row and in a column of the file's table of positions
    bool resizes = false;     ///< the table is resized for other pictures (DINOv2)
    bool isSmooth = false;    ///< with anti-aliasing (DINOv2 with registers)
    bool isShortest = false;  ///< one number for a size means the shorter edge
    bool hasPatchBias = true;
    int registers = 0;  ///< tokens after the first that have no position
    PicturePreparation preparation = {};

    int rows() const { return height / patch; }
    int columns() const { return width / patch; }
    int patches() const { return rows() * columns(); }
    /// Rows of a table with one for each step between two patches, and three for the class token.
    int gridRows() const { return (2 * rows() - 1) * (2 * columns() - 1) + 3; }
};

/// For models that hear. A sound becomes features (sound/log_mel.h), and two convolutions make a token of every two
/// frames. Its numbers are Whisper's.
struct SoundSpec {
    int rate = 16000;  ///< samples per second
    int window = 400;  ///< samples of a frame
    int hop = 160;     ///< samples from one frame to the next
    int bins = 80;     ///< mel bins
    int samples = 0;   ///< of every input; shorter sounds end in silence

    int frames() const { return samples / hop; }
    /// The time between two tokens, in seconds.
    double step() const { return 2.0 * hop / rate; }
};

/// The names of a family's tensors, without ".weight" and ".bias". Those of a block follow `block` and its number. All
/// follow the prefix that the file has. `A|B` means the one that the file has. Empty if there is none.
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
    std::string contacts = {};   ///< the regression of a contact map (protein/contacts.h)
    std::string buckets = {};    ///< the table of Spec::bucketCount, after the prefix
    std::string distances = {};  ///< the table of Spec::distances and its norm, after the prefix
    std::string distanceNorm = {};
    std::string distanceKey = {};  ///< in a block
    std::string distanceQuery = {};
    std::string convolution = {};  ///< and its norm, after the prefix
    std::string convolutionNorm = {};
    /// For pictures, complete names: the vectors of the tokens before the patches. `embeddings` has the filters of
    /// patches.
    std::vector<std::string> leading = {};
    std::string registers = {};
    std::string gridBias = {};  ///< in a block, complete: the table of Spec::hasGridBias
};

/// One model of any family. Filled by model/families, checked against the file by loadNetwork.
struct Spec {
    std::string family;      ///< the configuration's name: "bert"
    std::string familyName;  ///< the name for people: "BERT"
    int vocabulary = 0;
    int width = 0;           ///< D
    int embeddingWidth = 0;  ///< E
    int heads = 0;           ///< H
    int keyHeads = 0;        ///< G; H is a multiple of it
    int headWidth = 0;       ///< d
    int mlpWidth = 0;        ///< F
    int types = 0;           ///< rows of the table of token types
    std::vector<LayerKind> layers;
    int blocks = 0;  ///< number of weight sets; one per layer unless layers share them

    Placement placement = Placement::pre;
    NormKind norm = NormKind::layer;
    float epsilon = 1e-5F;
    float normOffset = 0;  ///< added to every norm's weights, because Gemma stores them minus one
    bool hasNormBias = true;
    bool hasEmbeddingNorm = false;
    bool hasEmbeddingNormBias = true;
    bool hasFinalNorm = true;
    bool firstHasNoAttentionNorm = false;  ///< ModernBERT's first layer
    bool hasBranchNorms = false;
    bool hasLayerScale = false;  ///< both branches end with a factor for each feature
    bool hasQueryKeyNorm = false;

    PositionKind position = PositionKind::none;
    /// Rows of the table of positions, or the longest text; 0 for no limit.
    int positions = 0;
    int positionOffset = 0;  ///< the first token's row
    /// SigLIP: texts are padded with this id up to `positions`, and padding counts like any word; -1 for none.
    int paddedWith = -1;
    /// RoBERTa: the id of padding, which is not counted in positions; -1 if all tokens count.
    int countedFrom = -1;
    std::vector<Rotary> rotaries;
    /// Positions are computed, sines, then cosines (Marian).
    bool hasSinusoids = false;
    /// GGUF's llama: rows of q and k are permuted; the loader restores them.
    bool pairedRotary = false;
    /// T5, MPNet: a bias of the scores for each distance, one table for all layers (run/buckets.h); 0 for none.
    int bucketCount = 0;
    int bucketDistance = 0;
    std::optional<DistanceSpec> distances;
    /// DeBERTa-v2: the output of layer 0 becomes norm(it + act(convolution of x_0 over this many tokens)); 0 for none.
    int convolutionTokens = 0;
    Activation convolutionActivation = Activation::none;

    QkvForm qkv = QkvForm::separate;
    /// A decoder: each layer also attends to an encoder's outputs, between attention and MLP (Vaswani et al. 2017).
    bool hasCross = false;
    bool isInOut = false;  ///< matrices are stored [inputs][outputs] (GPT-2)
    bool hasQkvBias = false;
    bool hasKeyBias = true;  ///< keys have a bias if queries and values do
    /// For pictures: each block has a table of score biases (run/buckets.h).
    bool hasGridBias = false;
    bool hasOutputBias = false;
    MlpForm mlp = MlpForm::plain;
    bool hasMlpBias = false;
    Activation activation = Activation::gelu;

    float scoreCap = 0;        ///< scores become cap * tanh(scores / cap), unless it is 0
    float embeddingScale = 1;  ///< factor of the words' rows
    /// ESM's token dropout: the row of this word is 0, and the other rows get a factor that depends on its share of the
    /// text (run/pass.h); -1 for none.
    int droppedWord = -1;
    /// The projection comes before positions are added (OPT), not after the norm.
    bool projectsFirst = false;

    TensorNames names;
    HeadSpec head;
    /// Texts that sentence-transformers puts in front of the input, with their names: "query", "query: ".
    std::vector<std::pair<std::string, std::string>> prompts;
    /// The name of its default prompt; may be empty.
    std::string usualPrompt;
    /// Limit at which a sentence encoder truncates its text; 0 for none.
    int mostTokens = 0;
    /// For models that read pictures, whose tokens are patches.
    std::optional<PictureSpec> picture;
    /// For encoders of sound. TensorNames::embeddings and convolution are its convolutions.
    std::optional<SoundSpec> sound;
    std::vector<std::string> notes;  ///< notes for people, such as a head that is not computed
    /// Keys that may change the mathematics and that the user ignores.
    std::vector<std::string> ignoredKeys;

    /// Tokens of a picture before its patches.
    int leadingTokens() const {
        return static_cast<int>(names.leading.size()) + (picture ? picture->registers : 0);
    }
    /// The number of concatenated pooled rows of D features.
    int pooledRows() const {
        return static_cast<int>(head.groups.empty() ? 1 + head.beside.size()
                                                    : head.groups.front().size());
    }
    /// Features of the vector of a text or picture (Task::embedding).
    int vectorWidth() const {
        for (std::size_t i = head.stages.size(); i-- > 0;)
            if (head.stages[i].rows > 0) return head.stages[i].rows;
        return width * pooledRows();
    }
    int layerCount() const { return static_cast<int>(layers.size()); }
    bool isCausal() const { return !layers.empty() && layers.front().isCausal(); }
};

}  // namespace hw::model
