// SPDX-License-Identifier: MIT
#include "model/steps/checkpoints.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/files/shards.h"
#include "model/steps/step_name.h"

namespace hw::model {
namespace {

/// Weights of open checkpoints in memory.
constexpr std::uint64_t mostBytes = std::uint64_t{512} << 20;

bool isWeights(std::string_view name) {
    return hasWeightEnding(name) || name.ends_with(".index.json");
}

std::string stepText(int step) { return formatText("step {}"_tr, {step}); }

int layersOf(const Facts& facts) { return facts.spec.layerCount(); }
int headsOf(const Facts& facts) { return facts.spec.heads; }
int widthOf(const Facts& facts) { return facts.spec.width; }
int vocabularyOf(const Facts& facts) { return facts.spec.vocabulary; }
int labelsOf(const Facts& facts) { return static_cast<int>(facts.spec.head.labels.size()); }
int decoderLayersOf(const Facts& facts) { return facts.decoder ? facts.decoder->layerCount() : 0; }

/// What all steps must have in common. Tokens, outputs and cuts are numbers, so they need the same sizes.
struct Size {
    int (*of)(const Facts&);
    LocalizedText text;
};
constexpr std::array sizes{
    Size{layersOf, "Layers: {} (other steps: {})."_tr},
    Size{decoderLayersOf, "Decoder layers: {} (other steps: {})."_tr},
    Size{headsOf, "Heads: {} (other steps: {})."_tr},
    Size{widthOf, "Width: {} (other steps: {})."_tr},
    Size{vocabularyOf, "Vocabulary size: {} (other steps: {})."_tr},
    Size{labelsOf, "Classes: {} (other steps: {})."_tr},
};

}  // namespace

std::unexpected<Problem> noSuchStep(int step, std::span<const int> steps) {
    return refusal(
        Code::badArgument, stepText(step), "There are no weights of this step."_tr,
        steps.empty() ? std::string() : formatText("Use one of: {}."_tr, {stepList(steps)}));
}

std::vector<Part> withShared(std::vector<Part> own, const std::vector<Part>& shared) {
    const std::size_t count = own.size();
    for (const Part& part : shared) {
        const auto end = own.begin() + static_cast<std::ptrdiff_t>(count);
        const bool has = std::find_if(own.begin(), end, [&](const Part& one) {
                             return one.name == part.name;
                         }) != end;
        if (!has && !isWeights(part.name)) own.push_back(part);
    }
    return own;
}

Checkpoints::Checkpoints(const Session& first, std::vector<Part> shared)
    : first_(first.facts()), shared_(std::move(shared)) {}

void Checkpoints::add(int step, std::vector<Part> parts) {
    std::erase_if(open_, [&](const Open& one) { return one.step == step; });
    parts_[step] = std::move(parts);
}

Result<void> Checkpoints::check(const Session& session) const {
    const Facts& facts = session.facts();
    constexpr LocalizedText remedy = "Remove it, or open it as a separate model."_tr;
    if (facts.spec.family != first_.spec.family)
        return refusal(Code::badArgument, "config.json",
                       formatText("Family: {} (other steps: {})."_tr,
                                  {facts.spec.familyName, first_.spec.familyName}),
                       remedy);
    for (const Size& size : sizes)
        if (size.of(facts) != size.of(first_))
            return refusal(Code::badArgument, "config.json",
                           formatText(size.text, {size.of(facts), size.of(first_)}), remedy);
    return {};
}

Result<std::shared_ptr<const Session>> Checkpoints::at(int step, const Progress& progress) {
    const auto kept = std::ranges::find(open_, step, &Open::step);
    if (kept != open_.end()) {
        std::rotate(kept, kept + 1, open_.end());
        return open_.back().session;
    }
    const auto parts = parts_.find(step);
    if (parts == parts_.end()) {
        std::vector<int> steps;
        for (const auto& [known, files] : parts_) steps.push_back(known);
        return noSuchStep(step, steps);
    }
    const auto placed = [&](Problem problem) {
        problem.place = stepText(step) + (problem.place.empty() ? "" : ", " + problem.place);
        return std::unexpected(std::move(problem));
    };
    auto session = Session::open(withShared(parts->second, shared_), progress, {},
                                 !first_.spec.ignoredKeys.empty());
    if (!session) return placed(std::move(session.error()));
    if (auto good = check(*session); !good) return placed(std::move(good.error()));
    open_.push_back({step, std::make_shared<const Session>(std::move(*session))});
    makeRoom();
    return open_.back().session;
}

void Checkpoints::makeRoom() {
    std::uint64_t bytes = 0;
    auto first = open_.end();
    while (first != open_.begin()) {
        bytes += std::prev(first)->session->facts().storedBytes;
        if (bytes > mostBytes && first != open_.end()) break;
        --first;
    }
    open_.erase(open_.begin(), first);
}

}  // namespace hw::model
