// SPDX-License-Identifier: MIT
#include "engine/tasks/task.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/localized_text.h"
#include "core/methods/missing.h"
#include "core/result/shown_result.h"
#include "core/result/uniform_causal.h"
#include "engine/tasks/task_parts.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

Result<void> checkIndex(const char* place, LocalizedText finding, int index, int count) {
    if (index >= 0 && index < count) return {};
    return std::unexpected(badQuestion(place, formatText(finding, {index, count})));
}

bool readsOutputs(const Query& query) {
    const bool isOfAll = query.what == Query::What::correlation && query.allExamples;
    return specOf(query.what).readsOutputs && !isOfAll;
}

/// Words are numbered from 0 without gaps. Each token has the number of its word, or -1.
Result<void> checkGroups(const std::vector<int>& groups, int tokens) {
    if (groups.empty()) return {};
    bool good = static_cast<int>(groups.size()) == tokens;
    std::vector<bool> known(groups.size(), false);
    int last = -1;
    for (const int group : groups) {
        good = good && group >= -1 && group < static_cast<int>(groups.size());
        if (!good || group < 0) continue;
        known[group] = true;
        last = std::max(last, group);
    }
    if (good && last >= 0 && std::count(known.begin(), known.end(), true) == last + 1) return {};
    return std::unexpected(
        badQuestion("words", "Give each token its word’s number, from 0 without gaps."_tr));
}

Result<void> checkOutputs(Assignment& assignment) {
    const Query& query = assignment.query;
    assignment.outputs.tokens = query.outputs;
    switch (query.outputMode) {
        case OutputMode::chosen:
            if (query.outputs.empty()) {
                return std::unexpected(badQuestion("outputs", "No output token is chosen."_tr));
            }
            assignment.outputs.join = OutputJoin::sum;
            break;
        case OutputMode::meanOfAll: assignment.outputs.join = OutputJoin::mean; break;
        case OutputMode::maxOfAll: assignment.outputs.join = OutputJoin::max; break;
    }
    if (query.outputMode != OutputMode::chosen && query.outputGroups.empty()) {
        assignment.outputs.tokens.clear();
    }
    assignment.outputs.groups = query.outputGroups;
    if (query.outputMode == OutputMode::maxOfAll)
        assignment.outputs.keyGroups = query.grouping.keys;
    return checkOutput(assignment.outputs, assignment.tensor->queries);
}

Result<Assignment> check(const Query& query, OpenDocuments& documents) {
    Assignment assignment;
    assignment.query = query;
    assignment.document = documents.find(query.document);
    if (assignment.document == nullptr) {
        return std::unexpected(badQuestion("document", "The document is no longer open."_tr));
    }
    assignment.example = documents.exampleAt(query.document, query.example);
    if (assignment.example == nullptr) {
        return std::unexpected(badQuestion(
            "example", formatText("There is no example {} (there are {})."_tr,
                                  {query.example, assignment.document->fileExamples()})));
    }
    if (query.isUniform) {
        assignment.example =
            std::make_shared<const Example>(uniformCausal(*assignment.example, partOf(query.side)));
    }
    assignment.tensor = tensorOf(*assignment.example, partOf(query.side));
    if (assignment.tensor == nullptr) {
        return std::unexpected(
            badQuestion("side", "The example has no attention on this side."_tr));
    }
    const AttentionTensor& tensor = *assignment.tensor;
    assignment.keys = tensor.keys;
    if (query.side == Side::cross && specOf(query.method).readsBothSides)
        assignment.keys += tensor.queries;
    Result<void> good;
    if (readsOutputs(query)) good = checkOutputs(assignment);
    if (good && specOf(query.what).readsLayer)
        good = checkIndex("layer", "There is no layer {} (there are {})."_tr, query.layer,
                          tensor.layers);
    if (good && specOf(query.what).readsHead) {
        good =
            checkIndex("head", "There is no head {} (there are {})."_tr, query.head, tensor.heads);
    }
    if (good && query.what == Query::What::flowEdges && query.sink != allInputs) {
        good = checkIndex("sink", "There is no sink {} (there are {})."_tr, query.sink,
                          assignment.keys);
    }
    if (good) good = checkGroups(query.grouping.queries, tensor.queries);
    if (good) good = checkGroups(query.grouping.keys, assignment.keys);
    if (!good) return std::unexpected(good.error());
    return assignment;
}

}  // namespace

WorkKey workKey(const Assignment& assignment, Method method) {
    const Query& query = assignment.query;
    WorkKey key;
    key.document = query.document;
    key.example = query.example;
    key.side = query.side;
    key.isUniform = query.isUniform;
    key.method = method;
    // In cross-attention, a list with all heads of one stack may lack heads of the other, so it is not shortened.
    const bool joined = query.side == Side::cross;
    key.settings = canonicalSettings(query.settings, method, joined ? 0 : assignment.tensor->heads,
                                     assignment.tensor->kind);
    return key;
}

Answer emptyAnswer(const Query& query, int rows, int cols) {
    Answer answer;
    answer.query = query;
    answer.rows = rows;
    answer.cols = cols;
    answer.values.assign(std::size_t{1} * rows * cols, std::numeric_limits<float>::quiet_NaN());
    return answer;
}

namespace {

MadeTask makePlainTask(Assignment assignment, WorkCache& cache, FlowHelpers& helpers) {
    switch (assignment.query.method) {
        case Method::raw: return makeRawTask(std::move(assignment));
        case Method::flow: return makeFlowTask(std::move(assignment), cache, helpers);
        case Method::joint: return makeJointTask(std::move(assignment));
        default: return makeStackTask(std::move(assignment), cache);  // products of matrices
    }
}

}  // namespace

RowDivision divisionOf(const Grouping& grouping) {
    if (grouping.renormalise) return RowDivision::left;
    return grouping.relative ? RowDivision::all : RowDivision::none;
}

TokenGroups groupsOf(const std::vector<int>& given, int tokens) {
    return given.empty() ? groupTokens({}, tokens) : groupsFrom(given);
}

namespace {

/// Groups the matrix of a task by words, and puts gaps where the file has no weights.
class ShownTask final : public Task {
public:
    ShownTask(std::unique_ptr<Task> inner, ShownResult shown)
        : inner_(std::move(inner)), shown_(std::move(shown)) {}
    Result<bool> step() override { return inner_->step(); }
    Answer answer() override {
        Answer answer = inner_->answer();
        if (answer.values.empty()) return answer;
        answer.rows = shown_.tokens.queries.count;
        answer.cols = shown_.tokens.keys.count;
        answer.values = shown_.layer(std::move(answer.values), answer.query.layer);
        return answer;
    }
    void show(int layer) override { inner_->show(layer); }
    News news() override { return inner_->news(); }

private:
    std::unique_ptr<Task> inner_;
    ShownResult shown_;
};

/// Puts gaps into the profile of a task where the file has no weights.
class GapTask final : public Task {
public:
    GapTask(std::unique_ptr<Task> inner, Gaps gaps, OutputChoice outputs)
        : inner_(std::move(inner)), gaps_(std::move(gaps)), outputs_(std::move(outputs)) {}
    Result<bool> step() override { return inner_->step(); }
    Answer answer() override {
        Answer answer = inner_->answer();
        const std::size_t cols = answer.cols;
        for (std::vector<float>* values : {&answer.values, &answer.least, &answer.most}) {
            if (values->empty()) continue;
            for (int layer = 0; layer < answer.rows; ++layer) {
                const auto at = std::size_t{1} * layer * cols;
                gaps_.markRow(std::span(*values).subspan(at, cols), layer, outputs_);
            }
        }
        return answer;
    }
    void show(int layer) override { inner_->show(layer); }
    News news() override { return inner_->news(); }

private:
    std::unique_ptr<Task> inner_;
    Gaps gaps_;
    OutputChoice outputs_;
};

Gaps gapsOf(const Assignment& assignment) {
    const Query& query = assignment.query;
    return {*assignment.example, partOf(query.side), query.method, query.settings};
}

/// Refuses an output token without weights. It keeps its own value, which a picture would show as flow in the model.
Result<void> checkKnown(const Assignment& assignment) {
    const Query& query = assignment.query;
    const Gaps gaps = gapsOf(assignment);
    if (!gaps.any()) return {};
    std::vector<float> row(assignment.keys);
    gaps.markRow(row, query.layer, assignment.outputs);
    if (std::ranges::none_of(row, [](float value) { return std::isnan(value); })) return {};
    return std::unexpected(Problem{.code = Code::noWeights,
                                   .place = "",
                                   .finding = nothingKnown,
                                   .remedy = "Choose an output token or layer with weights."_tr,
                                   .byte = {}});
}

/// Adds gaps and groups to the answer of `task`, a matrix with `rows` queries and `cols` keys.
MadeTask shown(MadeTask task, Gaps gaps, const Grouping& grouping, int rows, int cols) {
    const bool plain = grouping.isEmpty();
    if (!task || (plain && !gaps.any())) return task;
    ShownTokens tokens{groupsOf(grouping.queries, rows), groupsOf(grouping.keys, cols),
                       plain ? RowDivision::none : divisionOf(grouping), plain};
    return std::make_unique<ShownTask>(std::move(*task),
                                       ShownResult{std::move(gaps), std::move(tokens)});
}

}  // namespace

MadeTask profileTask(Assignment assignment, const TaskTools& tools) {
    Gaps gaps = gapsOf(assignment);
    if (!gaps.any()) return makePlainTask(std::move(assignment), tools.cache, tools.helpers);
    assignment.outputs = gaps.withoutSilent(std::move(assignment.outputs));
    OutputChoice outputs = assignment.outputs;
    MadeTask task = makePlainTask(std::move(assignment), tools.cache, tools.helpers);
    if (!task) return task;
    return std::make_unique<GapTask>(std::move(*task), std::move(gaps), std::move(outputs));
}
MadeTask matrixTask(Assignment assignment, const TaskTools& tools) {
    Gaps gaps = gapsOf(assignment);
    const Grouping grouping = assignment.query.grouping;
    const int rows = assignment.tensor->queries, cols = assignment.keys;
    return shown(makePlainTask(std::move(assignment), tools.cache, tools.helpers), std::move(gaps),
                 grouping, rows, cols);
}
MadeTask headMatrixTask(Assignment assignment, const TaskTools& tools) {
    const Grouping grouping = assignment.query.grouping;
    const int rows = assignment.tensor->queries, cols = assignment.tensor->keys;
    // A head's missing weights are NaN already.
    return shown(makeHeadsTask(std::move(assignment), tools.cache), {}, grouping, rows, cols);
}
MadeTask headsTask(Assignment assignment, const TaskTools& tools) {
    return makeHeadsTask(std::move(assignment), tools.cache);
}
MadeTask headStatisticsTask(Assignment assignment, const TaskTools& tools) {
    return makeHeadsTask(std::move(assignment), tools.cache);
}
MadeTask flowEdgesTask(Assignment assignment, const TaskTools& tools) {
    if (auto known = checkKnown(assignment); !known) return std::unexpected(known.error());
    return makeFlowEdgesTask(std::move(assignment), tools.cache);
}

Result<std::unique_ptr<Task>> makeTask(const Query& query, OpenDocuments& documents,
                                       WorkCache& cache, FlowHelpers& helpers) {
#define HW_QUESTION_TASK(name, ...) &name##Task,
    static constexpr MadeTask (*answers[])(Assignment,
                                           const TaskTools&) = {HW_QUESTIONS(HW_QUESTION_TASK)};
#undef HW_QUESTION_TASK
    Result<Assignment> checked = check(query, documents);
    if (!checked) return std::unexpected(std::move(checked.error()));
    return answers[std::to_underlying(query.what)](std::move(*checked), {cache, helpers});
}

}  // namespace hw
