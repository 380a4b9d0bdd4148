// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <chrono>
#include <optional>
#include <utility>

#include "core/words.h"
#include "engine/export_answer.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/pack_answer.h"
#include "engine/question_queue.h"
#include "engine/store/bad_question.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"
#include "engine/tasks/task.h"
#include "io/open.h"
#include "io/write/saved.h"
#include "protocol/canonical_query.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

using Clock = std::chrono::steady_clock;

/// Unfinished answers are sent no more often: each is copied and drawn.
constexpr auto tellEvery = std::chrono::milliseconds(100);

void tell(const Sink& sink, const wire::ToPage& message) { sink(wire::encode(message)); }

Problem cancelled() {
    Problem problem;
    problem.code = Code::cancelled;
    problem.finding = "It was cancelled."_tr;
    return problem;
}

}  // namespace

struct Engine::Parts {
    explicit Parts(std::size_t cacheBytes) : cache(cacheBytes) {}

    OpenDocuments documents;
    WorkCache cache;
    FlowHelpers helpers;  // outlives the questions
    QuestionQueue questions;

    Opening opening;
    std::uint32_t openTicket = 0;  // 0: nothing is being opened

    void take(wire::OpenBegin& m, const Sink& sink);
    void take(wire::OpenChunk& m, const Sink& sink);
    void take(wire::OpenEnd& m, const Sink& sink);
    void take(wire::Cancel& m, const Sink& sink);
    void take(wire::SelectExample& m, const Sink& sink);
    void take(wire::Ask& m, const Sink& sink);
    void take(wire::Forget& m, const Sink& sink);
    void take(wire::Export& m, const Sink&) { questions.add(std::move(m)); }
    void take(wire::Pack& m, const Sink& sink);
    void take(const wire::Save& m, const Sink& sink);

    void failOpening(Problem problem, const Sink& sink);
    void drop(const std::vector<QuestionQueue::Waiting>& dropped, const Sink& sink);
    void fail(const QuestionQueue::Waiting& waiting, Problem problem, const Sink& sink);
    bool goesOn(QuestionQueue::Waiting& waiting);
    void finish(QuestionQueue::Waiting& waiting, const Sink& sink);
    bool workOnFront(const Sink& sink);
};

// --- opening --------------------------------------------------------------------------------------

void Engine::Parts::failOpening(Problem problem, const Sink& sink) {
    const std::uint32_t ticket = std::exchange(openTicket, 0);
    opening = Opening();  // gives its memory back
    tell(sink, wire::Failed{ticket, std::move(problem)});
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
    for (const std::uint32_t closed : documents.add(std::move(*document), bytes, added)) {
        cache.forget(closed);
        drop(questions.remove([&](const auto& one) { return one.query.document == closed; }), sink);
    }
    tell(sink, wire::Opened{ticket, summaryOf(*added, 0)});
}

void Engine::Parts::take(wire::Cancel& m, const Sink& sink) {
    if (m.ticket == 0) return;
    if (m.ticket == openTicket) return failOpening(cancelled(), sink);
    drop(questions.remove([&](const auto& one) { return one.ticket == m.ticket; }), sink);
}

void Engine::Parts::take(wire::Pack& m, const Sink& sink) {
    const DocumentRef document = documents.find(m.query.document);
    if (document == nullptr) {
        return tell(sink, wire::Failed{m.ticket, badQuestion("document", "It is not open."_tr)});
    }
    auto packed = packAnswer(*document, m);
    if (!packed) return tell(sink, wire::Failed{m.ticket, std::move(packed.error())});
    tell(sink, std::move(*packed));
}

void Engine::Parts::take(const wire::Save& m, const Sink& sink) {
    const DocumentRef document = documents.find(m.document);
    if (document == nullptr)
        return tell(sink, wire::Failed{m.ticket, badQuestion("document", "It is not open."_tr)});
    wire::Saved saved{m.ticket, {}, m.place};
    saved.text = savedText(document->content, m.by, saved.next);
    tell(sink, saved);
}

void Engine::Parts::take(wire::SelectExample& m, const Sink& sink) {
    const DocumentRef document = documents.find(m.document);
    const auto refuse = [&](Words finding, Words remedy) {
        tell(sink, wire::ExampleRefused{
                       m.document, m.example, {Code::badArgument, "", finding, remedy, {}}});
    };
    if (document == nullptr)
        return refuse("The file is not open any more."_tr, "Open it again to compare with it."_tr);
    if (m.example < 0 || m.example >= std::ssize(document->content.examples))
        return refuse("The file has no such example."_tr, "Choose another example."_tr);
    tell(sink, wire::ExampleChanged{summaryOf(*document, m.example)});
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

void Engine::Parts::drop(const std::vector<QuestionQueue::Waiting>& dropped, const Sink& sink) {
    for (const auto& waiting : dropped) fail(waiting, cancelled(), sink);
}

void Engine::Parts::fail(const QuestionQueue::Waiting& waiting, Problem problem, const Sink& sink) {
    if (waiting.ticket != 0) {
        tell(sink, wire::Failed{waiting.ticket, std::move(problem)});
        return;
    }
    wire::Answered answered;
    answered.answer.query = waiting.query;
    answered.answer.problem = std::move(problem);
    tell(sink, std::move(answered));
}

/// True where what has been answered is to be seen by the uniform causal model, which is asked next.
bool Engine::Parts::goesOn(QuestionQueue::Waiting& waiting) {
    if (!waiting.overUniform || waiting.seen) return false;
    waiting.seen = waiting.task->answer();
    waiting.query = uniformOf(std::move(waiting.query));
    waiting.task.reset();
    return true;
}

void Engine::Parts::finish(QuestionQueue::Waiting& waiting, const Sink& sink) {
    Answer answer = waiting.task->answer();
    if (waiting.ticket == 0) return tell(sink, wire::Answered{std::move(answer)});
    const DocumentRef document = documents.find(waiting.query.document);
    if (waiting.seen) std::swap(answer, *waiting.seen);
    auto file = exportAnswer(*document, std::move(answer), waiting.format, waiting.relative,
                             std::move(waiting.seen));
    if (!file) return fail(waiting, std::move(file.error()), sink);
    file->ticket = waiting.ticket;
    tell(sink, std::move(*file));
}

/// One piece of the most urgent question. True while it is not answered.
bool Engine::Parts::workOnFront(const Sink& sink) {
    QuestionQueue::Waiting& waiting = questions.front();
    if (waiting.task == nullptr) {
        auto task = makeTask(waiting.query, documents, cache, helpers);
        if (!task) {
            fail(waiting, std::move(task.error()), sink);
            return false;
        }
        waiting.task = std::move(*task);
        waiting.told = Clock::now();
    }
    const Result<bool> done = waiting.task->step();
    if (!done) {
        fail(waiting, done.error(), sink);
        return false;
    }
    if (*done) {
        if (goesOn(waiting)) return true;
        finish(waiting, sink);
        return false;
    }
    const bool isDue = Clock::now() - waiting.told >= tellEvery;
    if (waiting.ticket == 0 && isDue) {
        tell(sink, wire::Answered{waiting.task->answer()});
        waiting.told = Clock::now();
    }
    return true;
}

// --- the engine -----------------------------------------------------------------------------------

Engine::Engine(std::size_t cacheBytes) : parts_(std::make_unique<Parts>(cacheBytes)) {}
Engine::~Engine() = default;

bool Engine::message(std::span<const std::byte> bytes, const Sink& sink) {
    Result<wire::ToEngine> message = wire::decodeToEngine(bytes);
    if (message) {
        std::visit([&](auto& one) { parts_->take(one, sink); }, *message);
    } else {
        tell(sink, wire::Failed{0, std::move(message.error())});
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
