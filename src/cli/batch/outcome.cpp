// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"
#include "core/number_text.h"

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

}  // namespace hw::cli
