// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/session/facts.h"

namespace hw::model {
namespace {

/// Names of the types of the tensors, the one with most bytes first.
std::vector<std::string> storedTypes(const ModelFiles& files) {
    std::map<std::string, std::uint64_t> bytes;
    for (const StoredTensor& tensor : files.tensors) bytes[tensor.typeName] += tensor.bytes;
    std::vector<std::pair<std::uint64_t, std::string>> sorted;
    for (const auto& [name, sum] : bytes) sorted.emplace_back(sum, name);
    std::ranges::sort(sorted, std::greater{});
    std::vector<std::string> names;
    for (auto& [sum, name] : sorted) names.push_back(std::move(name));
    return names;
}

}  // namespace

void joinNotes(Spec& spec, const Spec& other) {
    const auto join = [](std::vector<std::string>& into, const std::vector<std::string>& from) {
        for (const std::string& one : from)
            if (std::ranges::find(into, one) == into.end()) into.push_back(one);
    };
    join(spec.notes, other.notes);
    join(spec.ignoredKeys, other.ignoredKeys);
}

Result<Facts> factsOf(const ModelFiles& files) {
    auto spec = readSpec(files);
    if (!spec) return std::unexpected(std::move(spec.error()));
    Facts facts;
    facts.spec = std::move(*spec);
    auto decoder = readDecoder(files);
    if (!decoder) return std::unexpected(std::move(decoder.error()));
    facts.decoder = std::move(*decoder);
    if (facts.decoder) joinNotes(facts.spec, *facts.decoder);
    auto prompted = readPromptPictures(files, facts.spec.width);
    if (!prompted) return std::unexpected(std::move(prompted.error()));
    facts.prompted = std::move(*prompted);
    if (facts.prompted) joinNotes(facts.spec, facts.prompted->tower);
    facts.isGguf = files.isGguf;
    facts.takesPairs = !facts.spec.isCausal() && !facts.spec.picture && !facts.decoder &&
                       facts.spec.head.task != Task::tokenClasses &&
                       facts.spec.names.contacts.empty();
    if (facts.spec.positions > 0)
        facts.mostTokens = facts.spec.positions - facts.spec.positionOffset;
    if (facts.spec.mostTokens > 0)
        facts.mostTokens = facts.mostTokens > 0 ? std::min(facts.mostTokens, facts.spec.mostTokens)
                                                : facts.spec.mostTokens;
    if (facts.task() == Task::nextWord && !facts.decoder)
        facts.chat = readChat(files, facts.prompted.has_value());
    facts.spec.notes.insert(facts.spec.notes.end(), files.remarks.begin(), files.remarks.end());
    if (facts.chat.hasTemplate && !facts.chat.form)
        facts.spec.notes.push_back(
            formatText("The chat template can’t be run ({}). Texts are used unchanged."_tr,
                       {facts.chat.fault}));
    for (const StoredTensor& tensor : files.tensors) {
        facts.parameters += static_cast<std::uint64_t>(tensor.count());
        facts.storedBytes += tensor.bytes;
    }
    facts.stored = storedTypes(files);
    return facts;
}

Result<Facts> look(std::vector<Part> parts, bool ignoresKeys) {
    auto files = readModelFiles(std::move(parts));
    if (!files) return std::unexpected(files.error());
    files->ignoresKeys = ignoresKeys;
    return factsOf(*files);
}

std::uint64_t memoryFor(const Facts& facts, int tokens, bool gradients) {
    Batch batch;
    batch.add(tokens);
    Amount run = passBytes(facts.spec, batch, true, gradients);
    // A decoder generates about as many tokens, and has a third kind of attention.
    if (facts.decoder) run = run + Amount(2) * passBytes(*facts.decoder, batch, true, gradients);
    // The run's weights are copied for the engine, in addition to the gradients.
    const Amount copies = Amount(facts.spec.layers.size()) * batch.matrices(facts.spec.heads) *
                          sizeof(float) * (gradients ? 3 : 1);
    return (run + copies + facts.storedBytes).value();
}

}  // namespace hw::model
