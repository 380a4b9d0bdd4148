// SPDX-License-Identifier: MIT
#include <numeric>
#include <utility>

#include "model/ask/contributions.h"
#include "model/circuit/detail/inputs.h"
#include "model/circuit/detail/removal.h"
#include "model/circuit/report/json_parts.h"

namespace hw::circuit {
namespace {

class Inputs {
public:
    Inputs(JsonWriter& json, const InputParts& about, const model::Stop& stop)
        : json_(json),
          session_(about.session),
          runs_(about.runs),
          parts_(about.runs.parts()),
          graph_(parts_.graph()),
          run_(about.run),
          question_(about.runs.pair().question),
          direct_(about.direct),
          position_(about.position),
          stop_(stop) {}

    Result<void> write() {
        Removal removal{.text = run_.text,
                        .answer = question_.answer.front(),
                        .position = position_,
                        .removable = {},
                        .replacement = replacement()};
        const model::Tokenizer* tokenizer = session_.tokenizer();
        const int n = runs_.tokens();
        for (int token = 0; token < n; ++token)
            if (token != position_ &&
                !(tokenizer != nullptr && tokenizer->isSpecial(run_.text.ids[token])))
                removal.removable.push_back(token);
        std::vector<double> scores(n, 0.0);
        for (int i = 0; i < graph_.layers() * graph_.heads(); ++i)
            for (int key = 0; key < n; ++key)
                scores[key] += run_.attention(i / graph_.heads(), i % graph_.heads(),
                                              graph_.heads())[std::size_t{1} * position_ * n + key];
        for (double& score : scores) score /= graph_.layers() * graph_.heads();
        json_.key("inputs").beginObject().field("answer", removal.answer);
        json_.field("position", position_).array("removable", removal.removable);
        json_.field("replacement", removal.replacement).array("scores", scores);
        if (!removal.removable.empty())
            if (auto good = removals(removal, scores); !good) return good;
        if (auto good = routes(); !good) return good;
        json_.key("token_rank").beginArray();
        for (int layer = 0; layer < graph_.layers(); ++layer) {
            json_.beginArray();
            for (const double rank : tokenRank(run_, graph_, layer)) json_.value(rank);
            json_.endArray();
        }
        json_.endArray();
        const auto layers = leGrad(parts_, run_.text, question_.answer.front(), position_, stop_);
        if (!layers) return std::unexpected(layers.error());
        json_.key("legrad_layers");
        writeRows(json_, *layers, n);
        std::vector<double> mean(n, 0.0);
        for (std::size_t i = 0; i < layers->size(); ++i)
            mean[i % n] += (*layers)[i] / graph_.layers();
        json_.array("legrad", mean).endObject();
        return {};
    }

private:
    /// The mask, or a token of the vocabulary for what is unknown.
    int replacement() const {
        const model::Tokenizer* tokenizer = session_.tokenizer();
        if (tokenizer == nullptr) return 0;
        for (const char* name : {"[MASK]", "[UNK]", "<unk>", "<|endoftext|>"})
            if (const int id = tokenizer->idOf(name); id >= 0) return id;
        return 0;
    }

    Result<void> removals(const Removal& removal, const std::vector<double>& scores) {
        const auto curves = removalCurves(parts_.network(), removal, scores, stop_);
        if (!curves) return std::unexpected(curves.error());
        json_.key("removal").beginObject().field("probability", curves->probability);
        json_.array("order", curves->order).array("k", curves->counts);
        json_.array("comprehensiveness", curves->comprehensiveness);
        json_.array("sufficiency", curves->sufficiency);
        json_.field("aopc_comprehensiveness", curves->meanComprehensiveness);
        json_.field("aopc_sufficiency", curves->meanSufficiency);
        json_.array("log_odds", curves->logOdds).array("deletion", curves->deletion);
        json_.array("insertion", curves->insertion);
        json_.field("deletion_area", curves->deletionArea);
        json_.field("insertion_area", curves->insertionArea).endObject();
        const auto draws = removalDraws(parts_.network(), removal, scores, 32, 0, stop_);
        if (!draws) return std::unexpected(draws.error());
        json_.key("lds").beginObject().field("lds", draws->correlation);
        json_.array("values", draws->logOdds).array("predicted", draws->predicted);
        json_.key("kept").beginArray();
        for (std::size_t set = 0; set < 3; ++set) {
            json_.beginArray();
            for (const int token : draws->kept[set]) json_.value(token);
            json_.endArray();
        }
        json_.endArray();
        json_.field("count", 32).field("keep", draws->keeps).field("seed", 0).endObject();
        return {};
    }

    Result<void> routes() {
        constexpr double threshold = .04;
        if (!parts_.isAdditive()) return {};
        const auto layers = flowRoutes(parts_, run_, stop_);
        if (!layers) return std::unexpected(layers.error());
        const std::size_t n = runs_.tokens();
        json_.key("flow_routes").beginObject().key("layers").beginArray();
        for (const LayerRoutes& one : *layers) {
            json_.beginObject().key("heads").beginArray();
            for (std::size_t query = 0; query < n; ++query)
                writeRows(
                    json_,
                    std::span(one.heads).subspan(query * graph_.heads() * n, graph_.heads() * n),
                    n);
            json_.endArray().key("attention");
            writeRows(json_, one.attention, n);
            json_.array("residual", one.residual).array("mlp", one.mlp);
            json_.array("mlp_residual", one.mlpResidual).endObject();
        }
        json_.endArray().field("threshold", threshold).key("edges").beginArray();
        const KeptRoutes kept = keptRoutes(*layers, position_, threshold);
        constexpr const char* names[] = {"mlp", "attention", "residual"};
        for (const RouteEdge& edge : kept.edges)
            json_.beginArray()
                .value(edge.layer)
                .value(names[std::to_underlying(edge.kind)])
                .value(edge.query)
                .value(edge.key)
                .endArray();
        json_.endArray().array("reached", kept.reached).endObject();
        if (direct_ != nullptr) {
            const auto trace = model::forward(parts_.network(), {run_.text},
                                              {.keepsRecords = true, .stop = stop_});
            if (!trace) return std::unexpected(trace.error());
            const auto alti = model::contributions(parts_.network(), *trace, {}, stop_);
            if (!alti) return std::unexpected(alti.error());
            json_.array("alti_logit", altiLogit(graph_, *direct_, alti->alti, position_));
        }
        std::vector<int> sources(position_);
        std::iota(sources.begin(), sources.end(), 0);
        const Macs made = macs(run_, graph_, position_, sources);
        json_.key("macs").beginObject().array("log_products", made.logProducts);
        json_.array("z", made.z).endObject();
        return {};
    }

    JsonWriter& json_;
    const model::Session& session_;
    const PairRuns& runs_;
    const Components& parts_;
    const Graph& graph_;
    const DetailedRun& run_;
    const Question& question_;
    const DirectContributions* direct_;
    int position_;
    const model::Stop& stop_;
};

}  // namespace

Result<void> writeInputs(JsonWriter& json, const InputParts& about, const model::Stop& stop) {
    return Inputs(json, about, stop).write();
}

}  // namespace hw::circuit
