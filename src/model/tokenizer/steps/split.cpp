// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/split.h"

#include <algorithm>

namespace hw::model {

void Cuts::match(std::size_t begin, std::size_t end) {
    if (at_ != begin)
        list_.push_back(
            {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(begin), false});
    list_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), true});
    at_ = end;
}

void Cuts::finish(std::size_t size, bool inverted) {
    if (at_ != size)
        list_.push_back({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(size), false});
    if (!inverted) return;
    for (Cut& cut : list_) cut.matches = !cut.matches;
}

namespace {

void merge(std::vector<Cut>& cuts, Behaviour behaviour) {
    if (behaviour == Behaviour::removed || behaviour == Behaviour::isolated) return;
    const bool backwards = behaviour == Behaviour::mergedWithNext;
    if (backwards) std::ranges::reverse(cuts);
    std::vector<Cut> merged;
    merged.reserve(cuts.size());
    bool before = false;
    for (const Cut& cut : cuts) {
        const bool joins =
            behaviour == Behaviour::contiguous ? cut.matches == before : cut.matches && !before;
        if (joins && !merged.empty()) {
            (backwards ? merged.back().begin : merged.back().end) = backwards ? cut.begin : cut.end;
        } else {
            merged.push_back(cut);
        }
        before = cut.matches;
    }
    if (backwards) std::ranges::reverse(merged);
    cuts = std::move(merged);
}

}  // namespace

void cutPiece(const AlignedText& text, const Piece& piece, const std::vector<Cut>& cuts,
              Behaviour behaviour, std::vector<Piece>& out) {
    const auto keep = [&](const Cut& cut) {
        if (cut.begin == cut.end) return;
        const std::uint32_t begin = piece.begin + cut.begin;
        out.push_back({begin, piece.begin + cut.end, text.span(begin).begin, -1});
    };
    if (behaviour == Behaviour::isolated || behaviour == Behaviour::removed) {
        for (const Cut& cut : cuts)
            if (behaviour == Behaviour::isolated || !cut.matches) keep(cut);
        return;
    }
    std::vector<Cut> merged = cuts;
    merge(merged, behaviour);
    for (const Cut& cut : merged) keep(cut);
}

}  // namespace hw::model
