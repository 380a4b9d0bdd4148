// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"
#include "core/number_text.h"
#include "core/tokens/shown_problem.h"
#include "io/write/json_writer.h"

namespace hw::cli {

std::string outcomeText(const BatchOutcome& outcome, const std::string& out) {
    const auto counted = [](std::uint64_t count, std::string_view what) {
        return numberText(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
    };
    std::string text = counted(outcome.examples, "example") + " in " + out;
    if (outcome.before > 0) text += ", beside " + numberText(outcome.before) + " from before";
    if (outcome.passed > 0)
        text += "; " + numberText(outcome.passed) + " without attention or scores passed over";
    if (outcome.warnings > 0)
        text += "; " + counted(outcome.warnings, "warning") + " in " + out + "/warnings.jsonl";
    if (outcome.failed > 0)
        text += "; " + numberText(outcome.failed) + " not usable: " + out + "/failed.jsonl";
    return text + '.';
}

std::string noteLine(const Place& place, int example, const Problem& problem,
                     std::string_view what) {
    JsonWriter json;
    json.beginObject().field("file", place.file);
    if (place.line > 0) json.field("line", static_cast<unsigned long long>(place.line));
    if (example >= 0) json.field("example", example);
    json.field(what, sentence(shortened(problem))).endObject();
    return json.take() + '\n';
}

}  // namespace hw::cli
