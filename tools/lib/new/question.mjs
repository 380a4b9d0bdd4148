// A kind of question to the engine, with its name, its row, its task, its test.
import { head } from './names.mjs';

/** @param {import('./names.mjs').Names} names */
const task = ({ camel, type, label }) => `${head(`${label}: the smallest and the largest weight of each layer.`)}#include <cmath>

#include "engine/tasks/task_parts.h"

namespace hw {
namespace {

/// A layer a step. Missing weights are left out; a layer without any stays NaN.
class ${type}Task final : public Task {
public:
    explicit ${type}Task(Assignment assignment)
        : assignment_(std::move(assignment)),
          answer_(emptyAnswer(assignment_.query, assignment_.tensor->layers, 2)) {}
    Result<bool> step() override {
        const AttentionTensor& tensor = *assignment_.tensor;
        float& smallest = answer_.values[std::size_t{2} * layer_];
        float& largest = answer_.values[std::size_t{2} * layer_ + 1];
        for (int head = 0; head < tensor.heads; ++head) {
            for (const float weight : tensor.matrix(layer_, head, room_).values()) {
                // Of a number and NaN these give the number.
                smallest = std::fmin(smallest, weight);
                largest = std::fmax(largest, weight);
            }
        }
        return ++layer_ == tensor.layers;
    }
    Answer answer() override {
        answer_.complete = static_cast<double>(layer_) / assignment_.tensor->layers;
        return answer_;
    }

private:
    Assignment assignment_;
    Answer answer_;
    std::vector<float> room_;
    int layer_ = 0;
};

}  // namespace

MadeTask ${camel}Task(Assignment assignment, const TaskTools&) {
    if (assignment.tensor->empty() || assignment.tensor->isUniform)
        return std::unexpected(badQuestion("side", "The example has no attention on this side."_tr));
    return std::make_unique<${type}Task>(std::move(assignment));
}

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const test = ({ camel, label }) => `${head(`${label}, of two layers whose weights are written out.`)}#include <catch2/catch_test_macros.hpp>

#include "engine/engine_harness.h"
#include "protocol/canonical_query.h"

namespace hw::test {

TEST_CASE("${label}: the smallest and the largest weight of each layer") {
    EngineHarness engine;
    engine.open(
        R"({"tokens":["a","b"],"attentions":[[[[0.5,0.5],[0.25,0.75]]],[[[1,0],[0.125,0.875]]]]})");
    REQUIRE(engine.last<wire::Opened>());
    Query query;
    query.what = Query::What::${camel};
    query.document = engine.last<wire::Opened>()->document.id;
    const Answer answer = engine.ask(query);
    REQUIRE_FALSE(answer.problem);
    CHECK(answer.rows == 2);
    CHECK(answer.cols == 2);
    CHECK(answer.values == std::vector<float>{0.25F, 0.75F, 0, 1});
    CHECK(answer.complete == 1);
}

TEST_CASE("${label}: what does not count makes no other question") {
    Query query;
    query.what = Query::What::${camel};
    const Query plain = canonicalQuery(query, 1);
    query.layer = 3;
    query.outputs = {1};
    query.method = Method::flow;
    query.settings.residual = 0.25;
    CHECK(canonicalQuery(query, 1) == plain);
}

}  // namespace hw::test
`;

/** @param {import('./edits.mjs').Edits} edits @param {import('./names.mjs').Names} names */
export function newQuestion(edits, names) {
  const { camel, file } = names;
  const query = 'src/protocol/query.h';
  if (new RegExp(`^ {4}row\\(${camel},`, 'm').test(edits.text(query))) throw new Error(`There is a question ${camel}.`);
  edits.before(
    query,
    /^#define HW_QUESTIONS\(row\)/m,
    `/// ${camel.padEnd(15)} [layers][2]: the smallest and the largest weight of each layer\n`,
  );
  edits.replace(
    query,
    /(\n {4}row\([^\n]*\))\n(?=\/\/ clang-format on)/,
    ([, last]) => `${last.padEnd(102)}\\\n    row(${camel}, .method = Method::raw)\n`,
  );
  edits.create(`src/engine/tasks/${file}_task.cpp`, task(names));
  edits.create(`tests/engine/${file}_test.cpp`, test(names));
  return [
    `what it answers: above the rows in ${query}, in src/engine/tasks/${file}_task.cpp and its test`,
    `which fields of a Query count: its row in ${query}`,
    "a panel asks it by questionWith (page/answers/questions.h) in its row's `questions`",
    'results that people save: src/engine/export_answer.cpp',
  ];
}
