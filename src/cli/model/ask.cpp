// SPDX-License-Identifier: MIT
#include "cli/model/ask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/commands.h"
#include "cli/model/ask_scores.h"
#include "cli/model/ask_target.h"
#include "cli/model/given_texts.h"
#include "cli/model/model_run.h"
#include "cli/output/whole_file.h"
#include "cli/setting_options.h"
#include "cli/threads/threads.h"
#include "core/flow/max_flow.h"
#include "core/number_text.h"
#include "io/write/json_writer.h"
#include "model/ask/cut_text.h"
#include "model/ask/relevance.h"

namespace hw::cli {
namespace {

/// The pairs of a minimum cut of attention flow, in all heads; what crosses from a token to itself is its residual too.
Result<void> addMinimumCut(model::Edits& edits, std::string_view text, const Asked& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const auto ends = pieces(text, '>');
    const auto query = ends.size() == 2 ? wholeNumber(ends[0]) : std::nullopt;
    const auto key = ends.size() == 2 ? wholeNumber(ends[1]) : std::nullopt;
    const int n = asked.run.tokens();
    if (!query || !key || *query < 0 || *key < 0 || *query >= n || *key >= n)
        return badValue("--cut-min", text,
                        "Use two tokens, from 0 to " + numberText(n - 1) + ", as QUERY>KEY: 7>2.");
    const Example example = asked.session.toExample(asked.run);
    const auto graph = flowGraph(example, Part::encoder, Settings());
    if (!graph) return std::unexpected(graph.error());
    const auto flow = maxFlow(*graph, spec.layerCount() - 1, *query, *key);
    if (!flow) return std::unexpected(flow.error());
    for (const FlowEdge& edge : flow->nearSource.edges) {
        for (int head = 0; head < spec.heads; ++head)
            edits.edges.push_back({edge.layer, head, edge.query, edge.key});
        if (edge.query == edge.key) edits.residuals.push_back({edge.layer, edge.query});
    }
    return {};
}

Result<model::Edits> editsOf(const CutWish& wish, CutRuleWish rule, const Asked& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const int n = asked.run.tokens();
    model::Edits edits;
    if (rule == CutRuleWish::renormalise) edits.rule = model::CutRule::renormalise;
    const auto heads = rule == CutRuleWish::mean ? model::HeadRule::mean : model::HeadRule::zero;
    Result<void> good;
    switch (wish.kind) {
        case CutWish::Kind::edges: good = model::addEdges(wish.text, spec, n, edits.edges); break;
        case CutWish::Kind::head:
            good = model::addHeads(wish.text, heads, spec, edits.heads);
            break;
        case CutWish::Kind::residual:
            good = model::addResiduals(wish.text, spec, n, edits.residuals);
            break;
        case CutWish::Kind::minimum: good = addMinimumCut(edits, wish.text, asked); break;
        case CutWish::Kind::hide: good = model::addHidden(wish.text, spec, n, edits.hidden); break;
    }
    if (!good) return std::unexpected(good.error());
    return edits;
}

/// The value with each of the edits, some by each thread: a run's numbers are the same whatever runs beside it.
Result<std::vector<double>> cutValues(const Asked& asked, const std::vector<model::Edits>& edits,
                                      int threads) {
    const int parts = std::clamp(static_cast<int>(edits.size()), 1, threads);
    std::vector<Result<std::vector<double>>> made(parts);
    const auto begin = [&](int part) { return edits.begin() + std::ssize(edits) * part / parts; };
    eachOf(parts, threads, [&](int part) {
        made[part] = model::editedValues(asked.session.network(), asked.trace,
                                         {begin(part), begin(part + 1)}, asked.target);
    });
    std::vector<double> values;
    for (const auto& part : made) {
        if (!part) return std::unexpected(part.error());
        values.insert(values.end(), part->begin(), part->end());
    }
    return values;
}

/// `"cuts": [{"cut", "value", "first_order"}]`
Result<void> writeCuts(JsonWriter& json, const Options& options, const Asked& asked) {
    const ModelOptions& own = options.model;
    std::vector<model::Edits> edits;
    for (const CutWish& wish : own.cuts) {
        auto made = editsOf(wish, own.rule, asked);
        if (!made) return std::unexpected(made.error());
        edits.push_back(std::move(*made));
    }
    const auto values = cutValues(asked, edits, own.threads);
    if (!values) return std::unexpected(values.error());
    json.key("cuts").beginArray();
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const bool isHidden = own.cuts[i].kind == CutWish::Kind::hide;
        json.beginObject().field(isHidden ? "hide" : "cut", own.cuts[i].text);
        json.field("value", (*values)[i]);
        const bool isPredicted = edits[i].residuals.empty() &&
                                 !(own.rule == CutRuleWish::mean && !edits[i].heads.empty());
        json.key("first_order");
        if (isPredicted) {
            json.value(
                model::firstOrder(asked.session.network(), asked.trace, asked.gradients, edits[i]));
        } else {
            json.null();
        }
        if (own.cuts[i].kind == CutWish::Kind::minimum) {
            json.key("edges").beginArray();
            for (const model::Edge& edge : edits[i].edges)
                if (edge.head == 0)
                    json.beginArray()
                        .value(edge.layer + 1)
                        .value(edge.query)
                        .value(edge.key)
                        .endArray();
            json.endArray();
        }
        json.endObject();
    }
    json.endArray();
    return {};
}

Result<void> writeTensors(const Options& options, const Asked& asked, TensorFile file) {
    auto whole = runTensors(asked.session, asked.run, std::max(asked.target.position, 0));
    if (!whole) return std::unexpected(whole.error());
    if (options.model.gradients) addGradients(*whole, asked);
    for (NamedArray& array : file.arrays)
        whole->add(std::move(array.name), std::move(array.shape), std::move(array.values));
    return replaceFile(options.model.out, whole->safetensors());
}

}  // namespace

Result<std::string> askText(const Options& options, std::vector<Problem>& warnings) {
    const ModelOptions& own = options.model;
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto run = runGiven(*session, givenOf(own));
    if (!run) return std::unexpected(run.error());
    warnIfCut(*session, *run, warnings);
    if (run->output) return askTranslation(options, *session, *run, warnings);
    const auto question = askRun(*session, *run, own.target, own.as);
    if (!question) return std::unexpected(question.error());
    const Asked asked{*session, *run, question->target, question->trace, question->gradients};
    JsonWriter json;
    writeQuestion(json, asked);
    if (auto good = writeCuts(json, options, asked); !good) return std::unexpected(good.error());
    TensorFile file;
    if (auto good = writeScores(json, own, asked, file, warnings); !good)
        return std::unexpected(good.error());
    json.endObject();
    if (!own.out.empty())
        if (auto good = writeTensors(options, asked, std::move(file)); !good)
            return std::unexpected(good.error());
    return json.take() + '\n';
}

}  // namespace hw::cli
