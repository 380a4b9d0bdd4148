// SPDX-License-Identifier: MIT
// Members of MadeExamples and OpenDocuments that a first visit does not need. Others are in open_documents.cpp and
// document_summary.cpp.
#include "engine/store/made_examples.h"

#include <utility>

#include "engine/store/document_summary.h"
#include "engine/store/open_documents.h"

namespace hw {
namespace {

/// Max. examples whose names and recipes are kept, some megabytes.
constexpr std::size_t mostKept = 4096;

}  // namespace

StoredExample& MadeExamples::put(MadeExample made, std::vector<Problem> warnings) {
    StoredExample* kept = find(made.recipe);
    if (kept == nullptr) {
        if (kept_.size() >= mostKept) {
            const auto unnamed = std::ranges::find(kept_, false, &StoredExample::isSettled);
            kept_.erase(unnamed == kept_.end() ? kept_.begin() : unnamed);
        }
        kept = &kept_.emplace_back();
        kept->id = nextId_++;
        kept->recipe = std::move(made.recipe);
        kept->title = made.example.title;
        kept->text = textOf(made.example);
        kept->warnings = std::move(warnings);
    }
    kept->isSettled = kept->isSettled || made.isSettled;
    if (kept->example == nullptr)
        kept->example = std::make_shared<const Example>(std::move(made.example));
    return *kept;
}

StoredExample* MadeExamples::oldestUse(int keep) {
    StoredExample* oldest = nullptr;
    for (StoredExample& one : kept_) {
        if (one.example == nullptr || one.id == keep) continue;
        if (oldest == nullptr || one.lastUse < oldest->lastUse) oldest = &one;
    }
    return oldest;
}

// --- adding them to open documents ----------------------------------------------------------------

int OpenDocuments::addExample(std::uint32_t document, MadeExample made,
                              std::vector<Problem> warnings, std::vector<ExamplePlace>& gone) {
    OpenDocument* open = at(document);
    if (open == nullptr) return -1;
    StoredExample& kept = open->made.put(std::move(made), std::move(warnings));
    kept.lastUse = ++uses_;
    const int id = kept.id;
    trim(madeBytes_, {document, id}, gone);
    return id;
}

std::vector<ExamplePlace> OpenDocuments::makeRoom(std::size_t bytes) {
    std::vector<ExamplePlace> gone;
    trim(madeBytes_ - std::min(bytes, madeBytes_), {}, gone);
    return gone;
}

/// Drops numbers until at most `most` bytes are left. Those of `kept` always stay.
void OpenDocuments::trim(std::size_t most, ExamplePlace kept, std::vector<ExamplePlace>& gone) {
    std::size_t held = 0;
    for (const auto& open : open_) held += open->made.bytes();
    while (held > most) {
        StoredExample* oldest = nullptr;
        ExamplePlace place;
        for (const auto& open : open_) {
            const bool isIn = open->id == kept.document;
            StoredExample* one = open->made.oldestUse(isIn ? kept.example : -1);
            if (one == nullptr || (oldest != nullptr && oldest->lastUse < one->lastUse)) continue;
            oldest = one;
            place = {open->id, one->id};
        }
        if (oldest == nullptr) return;
        held -= bytesOf(*oldest->example);
        oldest->example.reset();
        gone.push_back(place);
    }
}

}  // namespace hw
