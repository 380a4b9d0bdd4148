// SPDX-License-Identifier: MIT
#include "cli/circuit/circuit.h"

#include <utility>

#include "cli/input.h"
#include "cli/model/model_run.h"
#include "cli/output/atomic_file.h"
#include "cli/setting_options.h"
#include "core/choice_names.h"
#include "model/circuit/report/all_json.h"
#include "model/circuit/report/circuit_json.h"
#include "model/circuit/report/read_pairs.h"

namespace hw::cli {
namespace {

constexpr std::size_t mostPairBytes = std::size_t{256} << 20;

Result<std::string> pairsText(const std::string& file) {
    std::string text;
    const auto read = readFile(
        file, [](auto) {},
        [&](std::span<const std::byte> piece) -> Result<void> {
            if (text.size() + piece.size() > mostPairBytes)
                return usage("The list of pairs has more than 256 MB.", "Is it the right file?");
            text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
            return {};
        });
    if (!read) return std::unexpected(read.error());
    return text;
}

Result<std::string> answer(const CircuitOptions& options) {
    const auto metric = fromName<circuit::Metric>(options.metric);
    if (!metric)
        return usage("There is no metric " + options.metric + ".",
                     "Use one of: logit_difference, log_probability_difference, "
                     "probability_difference, log_probability, kl.");
    const auto kind = fromName<circuit::ScoreKind>(options.scoring);
    if (!kind)
        return usage("There is no score " + options.scoring + ".",
                     "Use one of: eap-ig, eap, eap-ig-activations, eap-ig-activations-mib.");
    const auto text = pairsText(options.pairs);
    if (!text) return std::unexpected(text.error());
    const auto session = openModel(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto parts = circuit::Components::of(session->network());
    if (!parts) return std::unexpected(parts.error());
    auto named = circuit::readPairs(*session, *text, *metric);
    if (!named) return std::unexpected(named.error());
    if (options.all) return circuit::allJson(*session, *parts, *named);
    std::vector<circuit::Pair> pairs;
    for (const circuit::NamedPair& one : *named) pairs.push_back(one.pair);
    const auto list = circuit::PairList::of(*parts, std::move(pairs));
    if (!list) return std::unexpected(list.error());
    const circuit::CircuitRequest request{.scores = {.kind = *kind},
                                          .share = options.share.value_or(0)};
    const auto found = circuit::findCircuit(*list, request);
    if (!found) return std::unexpected(found.error());
    return circuit::circuitJson(*list, request, *found);
}

}  // namespace

Result<std::string> circuitText(const CircuitOptions& options, std::vector<Problem>& /*warnings*/) {
    auto text = answer(options);
    if (!text || options.out.empty()) return text;
    if (auto written = replaceFile(options.out, *text + '\n'); !written)
        return std::unexpected(written.error());
    return std::string();
}

}  // namespace hw::cli
