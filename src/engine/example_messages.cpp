// SPDX-License-Identifier: MIT
// Messages with examples made outside the engine.
#include <utility>
#include <variant>

#include "engine/engine_parts.h"
#include "engine/store/bad_question.h"
#include "engine/store/document_summary.h"
#include "io/made_example.h"

namespace hw {

/// Adds one, and returns its id. If `document` is 0, it becomes the id of a new document.
Result<int> Engine::Parts::add(MadeExample made, std::uint32_t& document, const Sink& sink) {
    if (made.recipe.isEmpty())
        return std::unexpected(badQuestion("recipe", "The example’s origin is not specified."_tr));
    auto warnings = io::takeExample(made.example);
    if (!warnings) return std::unexpected(std::move(warnings.error()));
    if (document == 0) {
        DocumentRef added;
        Document fresh;
        fresh.name = std::move(made.name);
        fresh.form = std::move(made.form);
        open(std::move(fresh), 0, added, sink);
        document = added->id;
    } else if (documents.find(document) == nullptr) {
        return std::unexpected(badQuestion("document", "The document is no longer open."_tr));
    }
    std::vector<ExamplePlace> gone;
    const int id = documents.addExample(document, std::move(made), std::move(*warnings), gone);
    for (const ExamplePlace& place : gone) cache.forget(place);
    return id;
}

void Engine::Parts::take(wire::MakeExample& m, const Sink& sink) {
    taken(m.ticket, decodeExample(m.bytes), sink);
}

void Engine::Parts::taken(std::uint32_t ticket, Result<MadeExample> made, const Sink& sink) {
    if (!made) return send(sink, wire::Failed{ticket, std::move(made.error())});
    const Recipe recipe = made->recipe;
    const bool isNew = made->document == 0;
    const bool isShown = made->isShown;
    std::uint32_t document = made->document;
    const Result<int> id = add(std::move(*made), document, sink);
    if (!id && isNew) return send(sink, wire::Failed{ticket, id.error()});
    if (!id) return refuseExample(document, recipe, id.error(), sink);
    const DocumentRef open = documents.find(document);
    const StoredExample& kept = *open->made.find(*id);
    if (isNew) {
        send(sink, wire::Opened{ticket, summaryOf(*open, *id, *kept.example)});
    } else if (isShown) {
        send(sink,
             wire::ExampleChanged{summaryOf(*open, *id, *kept.example), kept.isSettled, true});
    }
    questions.wake({document, *id});
    for (wire::ToEngine& waiting : exampleRequests.take(document, recipe))
        std::visit([&](auto& one) { take(one, sink); }, waiting);
}

void Engine::Parts::take(wire::MakeFailed& m, const Sink& sink) {
    refuseExample(m.document, m.recipe, m.problem, sink);
}

void Engine::Parts::refuseExample(std::uint32_t document, const Recipe& recipe,
                                  const Problem& problem, const Sink& sink) {
    const int id = documents.idOf(document, recipe);
    send(sink, wire::ExampleRefused{document, id, recipe, problem});
    failWaiting(exampleRequests.take(document, recipe), problem, sink);
    const auto isAbout = [&](const QuestionQueue::QueuedQuestion& one) {
        return one.isParked &&
               ExamplePlace{one.query.document, one.query.example} == ExamplePlace{document, id};
    };
    for (const auto& waiting : questions.remove(isAbout)) fail(waiting, problem, sink);
}

bool Engine::made(ByteFeed& feed, std::size_t length, const Sink& sink) {
    // Frees older examples first, so that two long ones are not in memory together.
    for (const ExamplePlace& place : parts_->documents.makeRoom(length))
        parts_->cache.forget(place);
    DecodedExample fed = decodeExample(feed, length);
    parts_->taken(fed.ticket, std::move(fed.made), sink);
    return !parts_->questions.empty();
}

}  // namespace hw
