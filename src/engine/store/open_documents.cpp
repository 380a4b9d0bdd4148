// SPDX-License-Identifier: MIT
#include "engine/store/open_documents.h"

#include <algorithm>
#include <utility>

namespace hw {
namespace {

/// A larger file is closed when another one is opened, so that two of them need not fit in memory.
constexpr std::size_t mostKeptBytes = std::size_t{256} << 20;

std::size_t bytesOf(const AttentionTensor& tensor) {
    return tensor.values.size() * sizeof(float) + tensor.halves.size() * sizeof(std::uint16_t);
}

std::size_t bytesOf(const OpenDocument& document) {
    std::size_t sum = document.made.bytes();
    for (const ExampleRef& example : document.examples) sum += bytesOf(*example);
    return sum;
}

}  // namespace

std::size_t bytesOf(const Example& example) {
    std::size_t sum =
        bytesOf(example.attentions) + bytesOf(example.gradients) + bytesOf(example.contributions);
    if (!example.decoder) return sum;
    const Decoder& decoder = *example.decoder;
    for (const AttentionTensor* tensor :
         {&decoder.attentions, &decoder.cross, &decoder.gradients, &decoder.crossGradients})
        sum += bytesOf(*tensor);
    return sum;
}

std::size_t MadeExamples::bytes() const {
    std::size_t sum = 0;
    for (const StoredExample& one : kept_) {
        if (one.example != nullptr) sum += bytesOf(*one.example);
    }
    return sum;
}

std::vector<std::uint32_t> OpenDocuments::add(Document document, std::uint64_t bytes,
                                              DocumentRef& added) {
    auto fresh = std::make_shared<OpenDocument>();
    fresh->id = nextId_++;
    fresh->bytes = bytes;
    for (Example& example : std::exchange(document.examples, {}))
        fresh->examples.push_back(std::make_shared<const Example>(std::move(example)));
    fresh->about = std::move(document);
    fresh->made = MadeExamples(fresh->fileExamples());
    std::vector<std::uint32_t> closed;
    std::vector<std::shared_ptr<OpenDocument>> kept;
    for (const auto& old : open_) {
        const bool newest = old == open_.back();
        if (newest && bytesOf(*old) <= mostKeptBytes) {
            kept.push_back(old);
        } else {
            closed.push_back(old->id);
        }
    }
    kept.push_back(fresh);
    open_ = std::move(kept);
    added = std::move(fresh);
    return closed;
}

OpenDocument* OpenDocuments::at(std::uint32_t id) const {
    const auto found = std::ranges::find(open_, id, [](const auto& open) { return open->id; });
    return found == open_.end() ? nullptr : found->get();
}

DocumentRef OpenDocuments::find(std::uint32_t id) const {
    const auto found = std::ranges::find(open_, id, [](const auto& open) { return open->id; });
    return found == open_.end() ? nullptr : *found;
}

ExampleRef OpenDocuments::exampleAt(std::uint32_t document, int example) {
    OpenDocument* open = at(document);
    if (open == nullptr || example < 0) return nullptr;
    if (example < open->fileExamples()) return open->examples[example];
    StoredExample* made = open->made.find(example);
    if (made == nullptr) return nullptr;
    made->lastUse = ++uses_;
    return made->example;
}

const Recipe* OpenDocuments::recipeToMake(std::uint32_t document, int example) const {
    OpenDocument* open = at(document);
    StoredExample* made = open == nullptr ? nullptr : open->made.find(example);
    return made == nullptr || made->example != nullptr ? nullptr : &made->recipe;
}

int OpenDocuments::idOf(std::uint32_t document, const Recipe& recipe) const {
    OpenDocument* open = at(document);
    StoredExample* made = open == nullptr ? nullptr : open->made.find(recipe);
    return made == nullptr ? -1 : made->id;
}

}  // namespace hw
