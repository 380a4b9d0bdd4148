// SPDX-License-Identifier: MIT
#include <utility>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/setting_options.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/joint_attribution.h"
#include "core/model/check_settings.h"
#include "core/model/methods.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"

namespace hw::cli {

Result<JointAnswer> jointAnswer(const Example& example, const MethodOptions& options) {
    const Part part = partFor(example, Method::joint, options);
    if (auto good = checkMethod(example, part, Method::joint, options.settings); !good)
        return std::unexpected(good.error());
    if (part == Part::cross) {
        return refusal(Code::badArgument, "method", std::string(textsOf(Method::joint).notAcross),
                       "Choose --part encoder or --part decoder.");
    }
    const AttentionTensor& attentions = *tensorOf(example, part);
    JointAnswer answer;
    answer.keys = &keyTokens(example, part);
    answer.layer = options.layer.value_or(attentions.layers - 1);
    if (answer.layer < options.settings.startLayer || answer.layer >= attentions.layers) {
        return badValue("--layer", numberText(answer.layer + 1),
                        "Choose a layer from " + numberText(options.settings.startLayer + 1) +
                            " to " + numberText(attentions.layers) + ".");
    }
    if (options.token) {
        auto chosen = chooseTokens(*options.token, queryTokens(example, part));
        if (!chosen) return std::unexpected(chosen.error());
        if (chosen->join == OutputJoin::max)
            return badValue("--source", "max", "Name tokens, or remove it for all of them.");
        answer.sources = std::move(*chosen);
    }
    JointProblems problems(example, part, options.settings);
    while (!problems.readUpTo(answer.layer)) {}
    auto joint = problems.begin(answer.layer, answer.sources.tokens);
    if (!joint) return std::unexpected(joint.error());
    while (!joint->step()) {}
    answer.values = joint->values();
    answer.maxFlow = joint->maxFlow();
    answer.gap = joint->gap();
    answer.gapBound = joint->gapBound();
    return answer;
}

std::string jointJson(const JointAnswer& answer, const Settings& settings) {
    JsonWriter json;
    json.beginObject().field("method", nameOf(Method::joint));
    json.field("form", nameOf(settings.jointForm));
    json.field("barrier", settings.barrier);
    json.field("scale", nameOf(settings.jointScale));
    json.field("startLayer", settings.startLayer + 1).field("layer", answer.layer + 1);
    if (answer.sources.tokens.empty()) {
        json.field("sources", "all");
    } else {
        json.array("sources", answer.sources.tokens);
    }
    json.array("tokens", *answer.keys);
    json.array("values", answer.values);
    json.field("max_flow", answer.maxFlow).field("gap", answer.gap);
    json.field("gap_bound", answer.gapBound).endObject();
    return json.take();
}

Result<std::string> jointText(const Document& document, const MethodOptions& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    if (options.format == Format::csv)
        return badValue("--format", "csv", "Use json, the only format of joint.");
    const auto answer = jointAnswer(**example, options);
    if (!answer) return std::unexpected(answer.error());
    return jointJson(*answer, options.settings) + '\n';
}

}  // namespace hw::cli
