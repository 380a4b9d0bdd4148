// SPDX-License-Identifier: MIT
#include "cli/model/question.h"

#include <utility>

#include "cli/model/ask_target.h"

namespace hw::cli {

Result<Question> askRun(const model::Session& session, const model::Run& run,
                        std::string_view target, std::string_view as) {
    auto asked = readTarget(session, run, target, as);
    if (!asked) return std::unexpected(std::move(asked.error()));
    auto trace = model::forward(session.network(), run.trace.texts, {.keepsRecords = true});
    if (!trace) return std::unexpected(std::move(trace.error()));
    auto gradients = model::backward(session.network(), *trace, {&*asked, 1});
    if (!gradients) return std::unexpected(std::move(gradients.error()));
    return Question{std::move(*asked), std::move(*trace), std::move(*gradients)};
}

}  // namespace hw::cli
