// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "model/circuit/detail/head_scores.h"
#include "model/circuit/report/all_json.h"
#include "model/circuit/report/json_parts.h"

namespace hw::circuit {
namespace {

/// Writes a list that a function makes.
Result<void> put(JsonWriter& json, std::string_view key, const Result<std::vector<double>>& made) {
    if (!made) return std::unexpected(made.error());
    json.array(key, *made);
    return {};
}

/// Calls functions until one fails.
template <class... Parts>
Result<void> inTurn(const Parts&... parts) {
    Result<void> good;
    ((good = parts()).has_value() && ...);
    return good;
}

std::vector<int> firstOf(int count) {
    std::vector<int> list(count);
    std::iota(list.begin(), list.end(), 0);
    return list;
}

/// What belongs to the first pair.
class FirstPair {
public:
    FirstPair(JsonWriter& json, const model::Session& session, const PairRuns& runs,
              DetailedRun run, const Watch& watch)
        : json_(json),
          session_(session),
          runs_(runs),
          parts_(runs.parts()),
          graph_(parts_.graph()),
          run_(std::move(run)),
          quiet_{{}, watch.stop},
          question_(runs.pair().question),
          position_(question_.position < 0 ? runs.tokens() - 1 : question_.position) {}

    Result<void> singleEdges() {
        if (graph_.edges() > mostSingleEdges) return {};
        const std::vector<int> edges = firstOf(graph_.edges());
        return inTurn(
            [&] {
                return put(json_, "eap_ig_activations_5",
                           runs_.scores({.kind = ScoreKind::activations}, quiet_));
            },
            [&] {
                return put(json_, "eap_ig_activations_5_mib",
                           runs_.scores({.kind = ScoreKind::activationsMib}, quiet_));
            },
            [&] { return put(json_, "noise", runs_.edges(edges, Direction::noise, quiet_)); },
            [&] { return put(json_, "denoise", runs_.edges(edges, Direction::denoise, quiet_)); });
    }

    Result<void> attribution(std::span<const double> eap) {
        if (eap.empty()) return {};
        const auto nodes = runs_.attribution(quiet_.stop);
        if (!nodes) return std::unexpected(nodes.error());
        const std::size_t tokens = runs_.tokens();
        json_.key("attribution").beginArray();
        for (std::size_t at = 0; at < nodes->size(); at += tokens)
            json_.value(std::accumulate(nodes->begin() + static_cast<std::ptrdiff_t>(at),
                                        nodes->begin() + static_cast<std::ptrdiff_t>(at + tokens),
                                        0.0));
        json_.endArray().key("attribution_by_position");
        writeRows(json_, *nodes, tokens);
        const std::vector<int> largest = chosen(graph_, eap, 12);
        const auto tokensOf = runs_.scoresByToken(largest, quiet_.stop);
        if (!tokensOf) return std::unexpected(tokensOf.error());
        json_.key("eap_by_position").beginObject();
        for (std::size_t i = 0; i < largest.size(); ++i)
            json_.array(graph_.edgeName(largest[i]),
                        std::span(*tokensOf).subspan(i * tokens, tokens));
        json_.endObject();
        return {};
    }

    Result<void> nodePatches(std::span<const NodeValues> means) {
        const std::vector<int> nodes = firstOf(graph_.nodes());
        const std::size_t width = parts_.width();
        const std::size_t own = runs_.tokens() * width;
        std::vector<float> flat = runs_.clean().outputs;
        for (int node = 0; node < graph_.nodes(); ++node)
            for (std::size_t i = 0; i < width; ++i) {
                float* column = flat.data() + own * static_cast<std::size_t>(node) + i;
                double sum = 0;
                for (int token = 0; token < runs_.tokens(); ++token) sum += column[token * width];
                for (int token = 0; token < runs_.tokens(); ++token)
                    column[token * width] = static_cast<float>(sum / runs_.tokens());
            }
        const std::vector<float> zero(flat.size(), 0.0F);
        json_.key("nodes").beginObject();
        auto good = inTurn(
            [&] {
                return put(json_, "noise", runs_.nodes(nodes, Direction::noise, false, quiet_));
            },
            [&] {
                return put(json_, "denoise", runs_.nodes(nodes, Direction::denoise, false, quiet_));
            },
            [&] { return put(json_, "zero", runs_.replaced(nodes, zero, quiet_)); },
            [&] { return put(json_, "mean_over_positions", runs_.replaced(nodes, flat, quiet_)); });
        if (good && means.size() == 2)
            good = inTurn(
                [&] {
                    return put(json_, "mean_of_list",
                               runs_.replaced(nodes, means[0].outputs, quiet_));
                },
                [&] {
                    return put(json_, "mean_of_list_and_positions",
                               runs_.replaced(nodes, means[1].outputs, quiet_));
                });
        if (!good) return good;
        if (graph_.edges() <= mostSingleEdges) {
            const auto made = runs_.nodes(nodes, Direction::denoise, true, quiet_);
            if (!made) return std::unexpected(made.error());
            json_.key("denoise_by_position");
            writeRows(json_, *made, runs_.tokens());
        }
        json_.endObject();
        return {};
    }

    /// The shares, if the model has them.
    void direct() {
        const auto made = directContributions(parts_, run_, question_);
        if (!made) return;
        direct_ = *made;
        const bool isPost = parts_.network().spec.placement == model::Placement::post;
        json_.key("direct").beginObject().field("value", made->value);
        json_.key("shares").beginObject();
        for (int node = 0; node < graph_.nodes(); ++node)
            json_.field(graph_.nodeName(node), made->nodes[node]);
        json_.endObject();
        // Of post-norm models the biases are part of the constants.
        const double bias = std::accumulate(made->outputBias.begin(), made->outputBias.end(), 0.0);
        if (!isPost) json_.array("output_bias", made->outputBias);
        json_.field("constant", made->constant + (isPost ? bias : 0));
        if (isPost || made->head != 0) json_.field("head", made->head);
        json_.key("tokens").beginObject();
        const std::size_t tokens = runs_.tokens();
        for (std::size_t i = 0; i < made->tokens.size() / tokens; ++i)
            json_.array(headName(static_cast<int>(i)),
                        std::span(made->tokens).subspan(i * tokens, tokens));
        json_.endObject().field("sum", made->sum()).endObject();
    }

    void heads() {
        json_.key("head_scores").beginObject();
        for (int i = 0; i < graph_.layers() * graph_.heads(); ++i) {
            const HeadScores one =
                headScores(run_.attention(i / graph_.heads(), i % graph_.heads(), graph_.heads()),
                           run_.text.ids);
            json_.key(headName(i)).beginObject().field("previous", one.previous);
            json_.field("self", one.self).field("first", one.first);
            json_.field("duplicate", one.duplicate).field("induction", one.induction);
            json_.field("entropy", one.entropy).field("distance", one.distance).endObject();
        }
        json_.endObject();
    }

    /// What heads write, and one score by its sources, if the model has them.
    void writtenTokens() {
        if (written(parts_, run_, 0, 0, position_, 3)) {
            json_.key("written").beginObject();
            for (int i = 0; i < graph_.layers() * graph_.heads(); ++i) {
                const auto made =
                    written(parts_, run_, i / graph_.heads(), i % graph_.heads(), position_, 3);
                json_.key(headName(i)).beginObject();
                for (const bool isUp : {true, false}) {
                    json_.key(isUp ? "up" : "down").beginArray();
                    for (const auto& [id, logit] : isUp ? made->up : made->down)
                        json_.beginArray().value(id).value(logit).endArray();
                    json_.endArray();
                }
                json_.endObject();
            }
            json_.endObject();
        }
        const int layer = graph_.layers() - 1;
        const int key = std::min(1, runs_.tokens() - 1);
        const auto split = queryKeySplit(parts_, run_, layer, 0, position_, key);
        if (!split) return;
        json_.key("query_key_split").beginObject().key("head").beginArray().value(layer).value(0);
        json_.endArray().field("query", position_).field("key", key).key("matrix");
        writeRows(json_, *split, std::size_t{1} * graph_.headNode(layer, 0) + 1);
        json_.endObject();
    }

    Result<void> inputs() {
        return writeInputs(json_, {session_, runs_, run_, direct_ ? &*direct_ : nullptr, position_},
                           quiet_.stop);
    }

    Result<void> steering() {
        const int layer = graph_.layers() / 2;
        const std::vector<double> factors{-1, 0, .5, 1, 2};
        const std::size_t size = std::size_t{1} * runs_.tokens() * parts_.width();
        const std::size_t from = size * 2 * static_cast<std::size_t>(layer);
        json_.key("steering").beginObject().field("layer", layer).field("run", "corrupt");
        json_.array("factors", factors);
        for (const bool isAll : {true, false}) {
            std::vector<Plan> plans;
            for (const double factor : factors) {
                StreamChange change{layer, std::vector<float>(size, 0.0F)};
                for (std::size_t i = 0; i < size; ++i)
                    if (isAll || std::cmp_equal(i / parts_.width(), position_))
                        change.rows[i] =
                            static_cast<float>(factor * (runs_.clean().places[from + i] -
                                                         runs_.corrupt().places[from + i]));
                plans.push_back({.text = runs_.pair().corrupt, .streams = {std::move(change)}});
            }
            if (auto good = put(json_, isAll ? "all_positions" : "position_only",
                                runs_.values(plans, false, quiet_));
                !good)
                return good;
        }
        json_.key("head_times").beginObject();
        for (const int node :
             {graph_.headNode(0, 0), graph_.headNode(graph_.layers() - 1, graph_.heads() - 1)}) {
            std::vector<Plan> plans;
            for (const float factor : {0.0F, 0.5F, 2.0F})
                plans.push_back(
                    {.text = runs_.pair().clean, .nodes = {{.node = node, .factor = factor}}});
            if (auto good = put(json_, graph_.nodeName(node), runs_.values(plans, true, quiet_));
                !good)
                return good;
        }
        json_.endObject().endObject();
        return {};
    }

private:
    std::string headName(int head) const {
        return graph_.nodeName(graph_.headNode(head / graph_.heads(), head % graph_.heads()));
    }

    JsonWriter& json_;
    const model::Session& session_;
    const PairRuns& runs_;
    const Components& parts_;
    const Graph& graph_;
    DetailedRun run_;
    Watch quiet_;
    const Question& question_;
    int position_;
    std::optional<DirectContributions> direct_;
};

}  // namespace

Result<void> writeFirstPair(JsonWriter& json, const model::Session& session, const PairRuns& runs,
                            std::span<const double> eap, std::span<const NodeValues> means,
                            const Watch& watch) {
    auto run = detailedRun(runs.parts(), runs.pair().clean, watch.stop);
    if (!run) return std::unexpected(std::move(run.error()));
    FirstPair first(json, session, runs, std::move(*run), watch);
    return inTurn([&] { return first.singleEdges(); }, [&] { return first.attribution(eap); },
                  [&] { return first.nodePatches(means); },
                  [&]() -> Result<void> {
                      first.direct();
                      first.heads();
                      first.writtenTokens();
                      return {};
                  },
                  [&] { return first.inputs(); }, [&] { return first.steering(); });
}

Result<void> writeRepeats(JsonWriter& json, const model::Session& session, const Components& parts,
                          const model::Stop& stop) {
    constexpr int count = 8;
    const RepeatedTexts texts = repeatedTexts(session, count, 0);
    if (texts.rows.empty()) return {};
    const auto scores = meanRepeatScores(parts, texts, stop);
    if (!scores) return std::unexpected(scores.error());
    const Graph& graph = parts.graph();
    json.key("random_repeats").beginObject().field("seed", 0).field("count", count);
    json.field("period", texts.period).array("prefix", texts.prefix);
    json.field("allowed", static_cast<int>(texts.allowed.size()));
    json.array("first_ids", texts.rows.front()).key("scores").beginObject();
    for (int layer = 0; layer < graph.layers(); ++layer)
        for (int head = 0; head < graph.heads(); ++head) {
            const HeadScores& one = (*scores)[std::size_t{1} * layer * graph.heads() + head];
            json.key(graph.nodeName(graph.headNode(layer, head))).beginObject();
            json.field("previous", one.previous).field("duplicate", one.duplicate);
            json.field("induction", one.induction).field("first", one.first).endObject();
        }
    json.endObject().endObject();
    return {};
}

}  // namespace hw::circuit
