// SPDX-License-Identifier: MIT
// A Query is a question to the engine, an Answer its reply. Both are plain data. The engine is a pure function of (open
// documents, Query), so answers can be cached.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/explanation.h"
#include "core/flow/answers/pair_flow.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"
#include "core/problem.h"
#include "core/report/check_report.h"
#include "core/report/ranked_tokens.h"
#include "protocol/recipe.h"

namespace hw {

/// The rows of the result in use: the chosen output tokens (their sum if there are several), or the mean or maximum
/// over all tokens, for models without a [CLS].
enum class OutputMode { chosen, meanOfAll, maxOfAll };
template <>
struct Names<OutputMode> {
    static constexpr ChoiceName list[] = {
        {"chosen"}, {"mean", "mean of all"_tr}, {"max", "largest of all"_tr}};
};

/// The tokens of keys and queries. `encoder` unless the example has a decoder or contributions.
enum class Side {
    encoder,        ///< self-attention of the encoder, or of the only stack
    decoder,        ///< self-attention of the decoder
    cross,          ///< decoder queries, encoder keys; rollout combines both sides
    contributions,  ///< in place of the attention of the only stack
};
template <>
struct Names<Side> {
    static constexpr ChoiceName list[] = {{"encoder"}, {"decoder"}, {"cross"}, {"contributions"}};
};

/// True if queries (or keys) are tokens of the encoder, or of the only stack.
constexpr bool hasEncoderQueries(Side side) {
    return side == Side::encoder || side == Side::contributions;
}

/// Value of Query::sink for all inputs at once.
constexpr int allInputs = -2;

/// Merges the tokens of a matrix to words and spans, or hides some. Contains for each token the number of its word,
/// from 0 without gaps, or -1 if the token is hidden. If empty, every token is on its own. Values are summed over a
/// word's keys and averaged over its queries (core/methods/token_groups.h).
struct Grouping {
    std::vector<int> queries;
    std::vector<int> keys;
    bool renormalise = false;  ///< divides each row by the sum of the shown keys
    bool relative = false;     ///< divides each row by the sum of all keys, hidden ones included
    bool operator==(const Grouping&) const = default;
    bool isEmpty() const { return queries.empty() && keys.empty(); }
};

// clang-format off
/// The kinds of questions, one row each with the fields of a Query that count (QuestionSpec,
/// protocol/question_kinds.h). Code that needs all kinds expands this list. The answers:
///
/// profile         [layers][keys]: the chosen outputs' row after each layer
/// matrix          [queries][keys] after one layer
/// headMatrix      [queries][keys] of one head's raw weights
/// heads           [heads][queries*keys] of one layer, at most 64 x 64 each (maxima), one row whole: weights, or with
///                 Method::rollout each over the layers below (rolloutOfHead), or with Method::flow the flow through
///                 each and them: of all pairs, or from `outputs`
/// headStatistics  [layers*heads][3]: entropy in bits, mean distance, share on special tokens
/// flowEdges       Answer::flow: the maximum flow of a pair with edges, paths and cuts; or, with sink `allInputs`, a
///                 joint flow (core/flow/edges/joint_flow.h)
/// correlation     [3*scores][layers]: Spearman's rank correlation of raw attention, rollout and flow (rows in this
///                 order, all scores of a method together) with the file's scores, named in `detail`. With allExamples
///                 [12*scores][layers]: means, standard deviations (of the population), numbers of examples and of
///                 constant rankings, each in the order above. Scores are those of `example`
/// explanation     Answer::explanation: how the method's number at `place` arises
#define HW_QUESTIONS(row)                                                                             \
    row(profile, .readsMethod = true, .readsOutputs = true)                                           \
    row(matrix, .readsMethod = true, .readsLayer = true, .readsGrouping = true)                       \
    row(headMatrix, .method = Method::raw, .readsLayer = true, .readsHead = true, .readsGrouping = true) \
    row(heads, .method = Method::raw, .readsLayer = true, .readsGrouping = true)                      \
    row(headStatistics, .method = Method::raw)                                                        \
    row(flowEdges, .readsMethod = true, .readsOutputs = true, .readsLayer = true)                     \
    row(correlation, .readsOutputs = true)                                                            \
    row(explanation, .readsMethod = true, .readsPlace = true)
// clang-format on

/// A question. Fields that `what` does not need stay at their defaults, so that equal questions compare equal.
struct Query {
#define HW_QUESTION_NAME(name, ...) name,
    enum class What { HW_QUESTIONS(HW_QUESTION_NAME) };
#undef HW_QUESTION_NAME
    What what = What::profile;
    std::uint32_t document = 0;
    int example = 0;  ///< index of the file's example, or id of a made one
    Side side = Side::encoder;
    Method method = Method::rollout;
    Settings settings;
    OutputMode outputMode = OutputMode::chosen;
    std::vector<int> outputs;  ///< zero-based query tokens, ascending
    /// Words and spans among the outputs, as OutputChoice::groups. If set, `outputs` matters for the mean and the
    /// maximum too. Empty if there are none.
    std::vector<int> outputGroups = {};
    Grouping grouping = {};  ///< for matrix, headMatrix and heads; a profile keeps all its keys
    bool isUniform =
        false;      ///< profile, matrix: of the uniform causal model (core/model/divisor.h)
    int layer = 0;  ///< zero-based, for matrix, headMatrix, heads, flowEdges
    int head = 0;   ///< zero-based, for headMatrix
    int sink = 0;   ///< zero-based key token or allInputs, for flowEdges
    bool allExamples = false;  ///< for correlation: the whole file, each example at its own output
    std::vector<std::string> leftOut;  ///< for correlation: texts of tokens without a rank, sorted
    RankingScope among = RankingScope::words;  ///< for correlation: tokens that take part
    NumberPlace place = {};                    ///< for explanation
    bool operator==(const Query&) const = default;
};

/// Numbers for a Query, row-major. NaN means not computed yet (flow arrives step by step).
struct Answer {
    Query query;
    int rows = 0;
    int cols = 0;
    std::vector<float> values;
    double complete = 1.0;           ///< computed share of the values, 0..1
    std::optional<Problem> problem;  ///< instead of values
    std::string detail;              ///< JSON that goes with the numbers, or empty
    /// For flowEdges, the flow from outputs[0] after `layer` to `sink`. Layers and tokens as in the file (a start layer
    /// does not renumber them).
    std::optional<PairFlow> flow;
    std::optional<Explanation> explanation;
    /// For a flow profile of one output token, three numbers per layer: inputs whose flow is saturated, inputs with
    /// exactly the same flow as another, and reachable inputs. Empty otherwise.
    std::vector<int> saturated;
    std::vector<int> tied;
    std::vector<int> reached;
    /// For a profile of joint attribution, [layers][2]: the exact maximum flow of the same network, and how far the sum
    /// of the values may be below it (2 mu for each edge). NaN if there are no values.
    std::vector<double> jointProof;
    /// For an unfinished flow profile, proven limits in the form of `values`. Values that are NaN lie between them, if
    /// these are not NaN (core/flow/flow_ranges.h). Empty if nothing is known, and once all values are there.
    std::vector<float> least;
    std::vector<float> most;

    // Set by ResultStore::put, not sent in messages.
    float largest = 0;         ///< size of the largest finite value, 0 if none
    float readable = 0;        ///< end of a scale that excludes values that would flatten the rest
    std::uint64_t serial = 0;  ///< unique, so it is the key of everything derived from it
};

/// The page's data about an example, without its weights.
struct ExampleSummary {
    std::string title;
    std::string model;
    std::string source;
    Recipe recipe;                           ///< of a made example
    std::vector<std::string> tokens;         ///< keys of the encoder (or only) side
    std::vector<std::string> decoderTokens;  ///< empty without a decoder
    std::vector<std::string>
        bothTokens;  ///< with cross-attention: the encoder's, then the decoder's
    bool tokensAreNumbered = false;
    int layers = 0;
    int heads = 0;
    int decoderLayers = 0;
    int decoderHeads = 0;
    AttentionKind kind = AttentionKind::self;
    bool hasSelf = true;          ///< there is self-attention of the encoder
    bool hasDecoderSelf = false;  ///< there is self-attention of the decoder
    bool hasCross = false;        ///< there is cross-attention
    bool hasGradients = false;    ///< of the encoder's (or only) self-attention
    bool hasDecoderGradients = false;
    bool hasRelevance = false;  ///< all gradients for it exist, across encoder and decoder
    bool hasFixedResidual = false;
    bool productGradients = false;  ///< Example::productGradients
    std::vector<Importance> importance;
    std::optional<ImageInfo> image;
    std::vector<PatchGrid> grids;  ///< as Example::grids
    std::vector<int> words;
    std::vector<int> segments;
    std::vector<std::string> specialTokens;
    int outputToken = -1;
    int contributionLayers = 0;  ///< 0 if the file has no contributions
    bool isGlobal = false;       ///< each layer's contributions are to the input
    std::string contributionKind;
    int negativeSides = 0;               ///< 1 << Side for each with negative values
    std::vector<std::string> predicted;  ///< as Example::predicted
    std::vector<float> predictedProbability;
    std::vector<CutEdge> cuts;                ///< as Example::cuts
    std::vector<AttentionSink> sinks;         ///< of the encoder's (or only) self-attention
    std::vector<AttentionSink> decoderSinks;  ///< of the decoder's
    std::vector<std::string> asks;            ///< as Example::asks
};

/// A made example in a document's list.
struct ListedExample {
    int id = 0;  ///< follows the indices of the file's examples, and is never used twice
    Recipe recipe;
    std::string title;
    std::string text;  ///< the start of its tokens
};

/// The page's data about an open file.
struct DocumentSummary {
    std::uint32_t id = 0;
    std::string name;
    std::string form;
    std::vector<std::string> exampleTitles;  ///< one per example of the file
    std::vector<std::string> exampleTexts;   ///< per example, the start of its tokens as text
    std::vector<ListedExample> made;         ///< the newest of the made and settled ones
    int example = 0;                         ///< index or id of the example in `current`
    ExampleSummary current;
    std::vector<Problem> warnings;
    std::uint64_t bytes = 0;       ///< size of the input as read
    std::vector<CheckLine> check;  ///< of `current`
    std::string savedView;         ///< Document::saved's
};

/// The name of the example that a summary describes.
inline ExampleName nameOf(const DocumentSummary& document) {
    return {document.example, document.current.recipe};
}
/// An example of the document by its index or id. None if the document does not list it.
ExampleName namedExample(const DocumentSummary& document, int example);

}  // namespace hw
