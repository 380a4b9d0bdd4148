// SPDX-License-Identifier: MIT
// The parts of an engine. Internal to engine, for engine.cpp and made_messages.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/engine.h"
#include "engine/example_requests.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/question_queue.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"
#include "io/open.h"
#include "protocol/messages.h"

namespace hw {

inline void send(const Sink& sink, const wire::ToPage& message) { sink(wire::encode(message)); }

struct Engine::Parts {
    Parts(std::size_t cacheBytes, std::size_t madeBytes)
        : documents(madeBytes), cache(cacheBytes) {}

    OpenDocuments documents;
    WorkCache cache;
    FlowHelpers helpers;  // outlives the questions
    QuestionQueue questions;
    ExampleRequests exampleRequests;

    Opening opening;
    std::uint32_t openTicket = 0;  // 0 if nothing is being opened

    void take(wire::OpenBegin& m, const Sink& sink);
    void take(wire::OpenChunk& m, const Sink& sink);
    void take(wire::OpenEnd& m, const Sink& sink);
    void take(wire::Cancel& m, const Sink& sink);
    void take(wire::SelectExample& m, const Sink& sink);
    void take(wire::Ask& m, const Sink& sink);
    void take(wire::Forget& m, const Sink& sink);
    void take(wire::Export& m, const Sink&) { questions.add(std::move(m)); }
    void take(wire::Pack& m, const Sink& sink);
    void take(wire::Save& m, const Sink& sink);
    void take(wire::MakeExample& m, const Sink& sink);
    void take(wire::MakeFailed& m, const Sink& sink);

    void open(Document document, std::uint64_t bytes, DocumentRef& added, const Sink& sink);
    Result<ExampleRef> exampleFor(ExamplePlace place, wire::ToEngine message, const Sink& sink);
    void want(std::uint32_t document, const Recipe& recipe, const Sink& sink);
    void taken(std::uint32_t ticket, Result<MadeExample> made, const Sink& sink);
    Result<int> add(MadeExample made, std::uint32_t& document, const Sink& sink);
    void failWaiting(const std::vector<wire::ToEngine>& messages, const Problem& why,
                     const Sink& sink);
    void refuseExample(std::uint32_t document, const Recipe& recipe, const Problem& problem,
                       const Sink& sink);

    void failOpening(Problem problem, const Sink& sink);
    void drop(const std::vector<QuestionQueue::QueuedQuestion>& dropped, const Sink& sink);
    void fail(const QuestionQueue::QueuedQuestion& waiting, Problem problem, const Sink& sink);
    bool asksUniformNext(QuestionQueue::QueuedQuestion& waiting);
    void finish(QuestionQueue::QueuedQuestion& waiting, const Sink& sink);
    bool workOnFront(const Sink& sink);
};

}  // namespace hw
