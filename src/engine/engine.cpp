// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <chrono>
#include <optional>
#include <utility>

#include "core/localized_text.h"
#include "engine/engine_parts.h"
#include "engine/export_answer.h"
#include "engine/pack_answer.h"
#include "engine/store/document_summary.h"
#include "io/write/analysis_file.h"
#include "protocol/canonical_query.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

using Clock = std::chrono::steady_clock;

/// Partial answers are sent at most this often, since each is copied and drawn.
constexpr auto tellEvery = std::chrono::milliseconds(100);

Problem cancelled() {
    Problem problem;
    problem.code = Code::cancelled;
    problem.finding = "Cancelled."_tr;
    return problem;
}

}  // namespace

// --- opening --------------------------------------------------------------------------------------

void Engine::Parts::failOpening(Problem problem, const Sink& sink) {
    const std::uint32_t ticket = std::exchange(openTicket, 0);
    opening = Opening();  // frees its memory
    send(sink, wire::Failed{ticket, std::move(problem)});
}

void Engine::Parts::take(wire::OpenBegin& m, const Sink& sink) {
    if (openTicket != 0) failOpening(cancelled(), sink);
    if (m.ticket == 0) return;
    openTicket = m.ticket;
    Limits limits;
    if (m.memoryLimit > 0) limits.memoryBytes = m.memoryLimit;
    std::optional<std::uint64_t> total;
    if (m.totalBytes > 0) total = m.totalBytes;
    opening.begin(std::move(m.name), total, limits, openChoices(m.choices));
}

void Engine::Parts::take(wire::OpenChunk& m, const Sink& sink) {
    if (m.ticket != openTicket || openTicket == 0) return;
    if (auto good = opening.push(m.bytes); !good) return failOpening(std::move(good.error()), sink);
}

void Engine::Parts::take(wire::OpenEnd& m, const Sink& sink) {
    if (m.ticket != openTicket || openTicket == 0) return;
    const std::uint64_t bytes = opening.bytesRead();
    Result<Document> document = opening.finish();
    if (!document) return failOpening(std::move(document.error()), sink);
    opening = Opening();
    const std::uint32_t ticket = std::exchange(openTicket, 0);
    DocumentRef added;
    open(std::move(*document), bytes, added, sink);
    send(sink, wire::Opened{ticket, summaryOf(*added, 0, *added->examples.front())});
}

void Engine::Parts::open(Document document, std::uint64_t bytes, DocumentRef& added,
                         const Sink& sink) {
    for (const std::uint32_t closed : documents.add(std::move(document), bytes, added)) {
        cache.forget(closed);
        failWaiting(exampleRequests.takeAll(closed), cancelled(), sink);
        drop(questions.remove([&](const auto& one) { return one.query.document == closed; }), sink);
    }
}

/// Fails the requests with a ticket. For those without one, the page gets ExampleRefused.
void Engine::Parts::failWaiting(const std::vector<wire::ToEngine>& messages, const Problem& why,
                                const Sink& sink) {
    for (const wire::ToEngine& message : messages) {
        if (const std::uint32_t ticket = wire::ticketOf(message))
            send(sink, wire::Failed{ticket, why});
    }
}

void Engine::Parts::take(wire::Cancel& m, const Sink& sink) {
    if (m.ticket == 0) return;
    if (m.ticket == openTicket) return failOpening(cancelled(), sink);
    drop(questions.remove([&](const auto& one) { return one.ticket == m.ticket; }), sink);
}

void Engine::Parts::take(wire::Pack& m, const Sink& sink) {
    const ExamplePlace place{m.query.document, m.query.example};
    const auto example = exampleFor(place, m, sink);
    if (!example) return send(sink, wire::Failed{m.ticket, example.error()});
    if (*example == nullptr) return;
    const DocumentRef document = documents.find(place.document);
    const bool isInFile = place.example < document->fileExamples();
    auto packed = packAnswer(**example, isInFile && document->fileExamples() > 1, m);
    if (!packed) return send(sink, wire::Failed{m.ticket, std::move(packed.error())});
    send(sink, std::move(*packed));
}

void Engine::Parts::take(wire::Save& m, const Sink& sink) {
    const auto shown = exampleFor({m.document, m.example}, m, sink);
    if (!shown) return send(sink, wire::Failed{m.ticket, shown.error()});
    if (*shown == nullptr) return;
    const DocumentRef document = documents.find(m.document);
    std::vector<const Example*> examples{shown->get()};
    const StoredExample* made = document->made.find(m.example);
    if (made == nullptr) {
        examples.clear();
        for (const ExampleRef& example : document->examples) examples.push_back(example.get());
    }
    wire::Saved saved{m.ticket, {}, m.place};
    saved.text = savedText(examples, made != nullptr ? made->warnings : document->about.warnings,
                           m.by, saved.next);
    send(sink, saved);
}

void Engine::Parts::take(wire::SelectExample& m, const Sink& sink) {
    const DocumentRef document = documents.find(m.document);
    int id = m.example;
    if (document != nullptr && !m.recipe.isEmpty()) {
        id = documents.idOf(m.document, m.recipe);
        if (id < 0) {
            want(m.document, m.recipe, sink);
            return exampleRequests.wait(m.document, m.recipe, m);
        }
    }
    const auto example = exampleFor({m.document, id}, m, sink);
    if (!example)
        return send(sink, wire::ExampleRefused{m.document, m.example, m.recipe, example.error()});
    if (*example == nullptr) return;
    const StoredExample* made = document->made.find(id);
    send(sink, wire::ExampleChanged{summaryOf(*document, id, **example),
                                    made == nullptr || made->isSettled});
}

// --- examples made outside the engine -------------------------------------------------------------

/// The example. Null if it has to be made first, after which `message` is handled again. Errors: it does not exist.
Result<ExampleRef> Engine::Parts::exampleFor(ExamplePlace place, wire::ToEngine message,
                                             const Sink& sink) {
    if (ExampleRef example = documents.exampleAt(place.document, place.example)) return example;
    if (const Recipe* recipe = documents.recipeToMake(place.document, place.example)) {
        want(place.document, *recipe, sink);
        exampleRequests.wait(place.document, *recipe, std::move(message));
        return ExampleRef();
    }
    const bool isOpen = documents.find(place.document) != nullptr;
    return std::unexpected(isOpen ? Problem{Code::badArgument,
                                            "",
                                            "The file has no such example."_tr,
                                            "Choose another example."_tr,
                                            {}}
                                  : Problem{Code::badArgument,
                                            "",
                                            "The file is no longer open."_tr,
                                            "Open it again to compare."_tr,
                                            {}});
}

void Engine::Parts::want(std::uint32_t document, const Recipe& recipe, const Sink& sink) {
    if (exampleRequests.add(document, recipe)) send(sink, wire::ExampleWanted{document, recipe});
}

// --- questions ------------------------------------------------------------------------------------

void Engine::Parts::take(wire::Ask& m, const Sink& sink) {
    drop(questions.ask(std::move(m)), sink);
}

void Engine::Parts::take(wire::Forget& m, const Sink& sink) {
    drop(questions.remove([&](const auto& one) {
        return one.ticket == 0 && (!m.query || one.query == *m.query);
    }),
         sink);
}

void Engine::Parts::drop(const std::vector<QuestionQueue::QueuedQuestion>& dropped,
                         const Sink& sink) {
    for (const auto& waiting : dropped) fail(waiting, cancelled(), sink);
}

void Engine::Parts::fail(const QuestionQueue::QueuedQuestion& waiting, Problem problem,
                         const Sink& sink) {
    if (waiting.ticket != 0) {
        send(sink, wire::Failed{waiting.ticket, std::move(problem)});
        return;
    }
    wire::Answered answered;
    answered.answer.query = waiting.query;
    answered.answer.problem = std::move(problem);
    send(sink, std::move(answered));
}

/// True if the answer is to be divided by the uniform causal model's, which is computed next.
bool Engine::Parts::asksUniformNext(QuestionQueue::QueuedQuestion& waiting) {
    if (!waiting.dividesByUniform || waiting.seen) return false;
    waiting.seen = waiting.task->answer();
    waiting.query = uniformOf(std::move(waiting.query));
    waiting.task.reset();
    return true;
}

void Engine::Parts::finish(QuestionQueue::QueuedQuestion& waiting, const Sink& sink) {
    Answer answer = waiting.task->answer();
    if (waiting.ticket == 0) return send(sink, wire::Answered{std::move(answer)});
    const DocumentRef document = documents.find(waiting.query.document);
    if (waiting.seen) std::swap(answer, *waiting.seen);
    auto file = exportAnswer(document->about.name, *waiting.example, std::move(answer),
                             waiting.format, waiting.relative, std::move(waiting.seen));
    if (!file) return fail(waiting, std::move(file.error()), sink);
    file->ticket = waiting.ticket;
    send(sink, std::move(*file));
}

/// Works one step on the most urgent question. True while it is not answered.
bool Engine::Parts::workOnFront(const Sink& sink) {
    QuestionQueue::QueuedQuestion& waiting = questions.front();
    if (waiting.task == nullptr) {
        const Query& query = waiting.query;
        if (const Recipe* recipe = documents.recipeToMake(query.document, query.example)) {
            waiting.isParked = true;
            want(query.document, *recipe, sink);
            return true;
        }
        waiting.example = documents.exampleAt(query.document, query.example);
        auto task = makeTask(waiting.query, documents, cache, helpers);
        if (!task) {
            fail(waiting, std::move(task.error()), sink);
            return false;
        }
        waiting.task = std::move(*task);
        waiting.task->show(waiting.layer);
        waiting.told = Clock::now();
    }
    const Result<bool> done = waiting.task->step();
    if (!done) {
        fail(waiting, done.error(), sink);
        return false;
    }
    if (*done) {
        if (asksUniformNext(waiting)) return true;
        finish(waiting, sink);
        return false;
    }
    const Task::News news = waiting.task->news();
    const bool isDue = news == Task::News::urgent ||
                       (news == Task::News::some && Clock::now() - waiting.told >= tellEvery);
    if (waiting.ticket == 0 && isDue) {
        send(sink, wire::Answered{waiting.task->answer()});
        waiting.told = Clock::now();
        waiting.isRough = waiting.isRough || news == Task::News::urgent;
    }
    return true;
}

// --- the engine -----------------------------------------------------------------------------------

Engine::Engine(std::size_t cacheBytes, std::size_t madeBytes)
    : parts_(std::make_unique<Parts>(cacheBytes, madeBytes)) {}
Engine::~Engine() = default;

bool Engine::message(std::span<const std::byte> bytes, const Sink& sink) {
    Result<wire::ToEngine> message = wire::decodeToEngine(bytes);
    if (message) {
        std::visit([&](auto& one) { parts_->take(one, sink); }, *message);
    } else {
        send(sink, wire::Failed{0, std::move(message.error())});
    }
    return !parts_->questions.empty();
}

bool Engine::work(const Sink& sink, std::chrono::milliseconds length) {
    const Clock::time_point end = Clock::now() + length;
    while (!parts_->questions.empty()) {
        if (!parts_->workOnFront(sink)) parts_->questions.popFront();
        if (Clock::now() >= end) break;
    }
    return !parts_->questions.empty();
}

void Engine::useHelpers(int count, std::function<void(int, std::span<const std::byte>)> send,
                        int stepsAlone) {
    parts_->helpers.use(count, std::move(send), stepsAlone);
}

void Engine::helperMessage(int helper, std::span<const std::byte> bytes) {
    parts_->helpers.message(helper, bytes);
}

void Engine::helperLost(int helper) { parts_->helpers.lost(helper); }

}  // namespace hw
