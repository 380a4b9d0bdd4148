// SPDX-License-Identifier: MIT
#include "session/session.h"

#include <algorithm>
#include <utility>

#include "page/address/address.h"
#include "page/answers/grouping.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "panels/registry.h"
#include "session/update.h"

namespace hw {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};

Problem endedTwice() {
    return {Code::internal, "", "This crashed the computation twice and won’t be retried."_tr,
            "Choose another method or layer, use fewer tokens, or reopen the file."_tr,
            std::nullopt};
}

}  // namespace

void Session::run(const Command& command) {
    // If no work is in progress, a key that stops work must not stop later work.
    const auto* work = std::get_if<StopWork>(&command);
    if (work != nullptr && work->stop && !isLongUnderWay(state_, results_)) return;
    if (const auto* step = std::get_if<StepPanel>(&command)) {
        for (const Panel panel : every<Panel>()) {
            const PanelSpec& spec = specOf(panel);
            if (spec.step == nullptr || !isShown(state_, panel)) continue;
            const std::string fields = spec.step(state_, results_, step->by);
            return fields.empty() ? void() : run(ApplyFields{fields});
        }
    }
    carryOut(update(state_, command));
}
void Session::run(const Event& event) { carryOut(update(state_, event)); }

void Session::carryOut(const Effects& effects) {
    for (const Effect& effect : effects) carryOut(effect);
}

void Session::carryOut(const Effect& effect) {
    std::visit(
        Overloaded{
            [&](const AddressEffect& it) { host_.writeAddress(writeShare(state_), it.push); },
            [&](const FetchEffect& it) { host_.fetch(it.ticket, it.source, it.name, it.recipe); },
            [&](const CancelEffect& it) { host_.cancel(it.ticket, it.why); },
            [&](const OpenedEffect& it) { host_.opened(it.ticket, it.isList); },
            [&](const FailedEffect& it) { host_.failed(it.ticket, it.problem); },
            [&](const LookForEffect& it) { host_.lookFor(it.name); },
            [&](const HoldEffect& it) { host_.hold(it.given); },
            [&](const ReleaseEffect& it) { host_.release(it.given); },
            [&](const ExampleEffect& it) { askForExample({it.document, {it.example, it.recipe}}); },
            [&](const MakeEffect& it) { make(it); },
            [&](const DialogEffect& it) { host_.showDialog(it.name); },
            [&](const AnnounceEffect& it) { host_.announce(it.text); },
            [&](const ForgetEffect& it) { send(wire::Forget{it.query}); },
            [&](const LessonEffect& it) { host_.showLesson(it.lesson, it.step, it.asked); },
            [&](const PresentEffect& it) { host_.present(it.on); },
        },
        effect);
    // The frame is drawn when the example has been made.
    if (!std::holds_alternative<MakeEffect>(effect)) host_.requestFrame();
}

void Session::make(const MakeEffect& wanted) {
    if (state_.isGivenUp())
        run(Event{ExampleRefused{wanted.document, {-1, wanted.recipe}, state_.openings.whyLost}});
    else if (!state_.isLost)  // if lost, it is made when the document is open again
        host_.makeExample(wanted.document, wanted.recipe, true, wanted.settled);
}

void Session::send(const wire::ToEngine& message) { host_.sendToEngine(wire::encode(message)); }

bool Session::engineMessage(std::span<const std::byte> bytes, double now) {
    Result<wire::ToPage> message = wire::decodeToPage(bytes);
    if (!message) return false;
    return std::visit(
        Overloaded{
            [&](wire::Opened& it) {
                takeOpened(it);
                return true;
            },
            [&](wire::Failed& it) {
                takeFailed(it);
                return true;
            },
            [&](wire::Answered& it) {
                if (suspect_ && it.answer.complete >= 1) {
                    Query query = it.answer.query;
                    query.document = 0;
                    if (query == *suspect_) suspect_.reset();
                }
                results_.put(std::move(it.answer), now);
                return true;
            },
            [&](wire::ExampleChanged& it) {
                std::erase(described_, ComparedExample{it.document.id, nameOf(it.document)});
                run(Event{ExampleChanged{std::move(it.document), it.isSettled, it.isMade}});
                return true;
            },
            [&](wire::ExampleRefused& it) {
                const ExampleName name{it.example, std::move(it.recipe)};
                std::erase(described_, ComparedExample{it.document, name});
                run(Event{ExampleRefused{it.document, name, std::move(it.problem)}});
                return true;
            },
            [&](wire::ExampleWanted& it) {
                host_.makeExample(it.document, it.recipe, false, true);
                return false;
            },
            [&](wire::Exported& it) {
                host_.exported(it.ticket, it.name, it.mediaType, it.text);
                return false;
            },
            [&](wire::Packed& it) {
                takePacked(it);
                return false;
            },
            [&](wire::Saved& it) {
                if (it.ticket == saving_.ticket) saving_.place = it.next;
                host_.exported(it.ticket, "saved", "application/json", it.text);
                return false;
            },
        },
        *message);
}

void Session::takeFailed(wire::Failed& failed) {
    const std::uint32_t ticket = failed.ticket;
    if (ticket != 0 && ticket == state_.loading.ticket)
        return run(Event{OpeningFailed{ticket, std::move(failed.problem)}});
    std::erase_if(links_, [&](const auto& link) { return link.first == ticket; });
    if (ticket != 0) return host_.notExported(ticket, failed.problem);
    results_.refusePending(failed.problem);  // the failed question is unknown
    host_.failed(ticket, failed.problem);
}

void Session::takeOpened(wire::Opened& opened) {
    if (opened.ticket == 0 || opened.ticket != state_.loading.ticket) return;
    const bool wasLost = state_.isLost;
    const Effects effects =
        update(state_, Event{Opened{opened.ticket, std::move(opened.document)}});
    if (!wasLost) {  // other data, or the user reopened the same data
        suspect_.reset();
        deadly_.clear();
    } else if (!state_.isLost) {
        results_.clear();  // their documents had other ids
    }
    carryOut(effects);
}

void Session::engineLost(const std::string& reason, bool last) {
    std::optional<Query> front;
    if (state_.document && !state_.isLost) {
        const std::vector<Query> needed = neededQueries(state_, results_);
        const auto asked = std::ranges::find_if(
            needed, [&](const Query& query) { return results_.isPending(query); });
        if (asked != needed.end()) {
            front = *asked;
            front->document = 0;
        }
    }
    if (front && front == suspect_) deadly_.push_back(*front);
    if (front) suspect_ = front;
    results_.forgetPending();
    described_.clear();
    prepared_.clear();
    saving_.document = 0;  // the next piece would come from another engine's document
    run(Event{EngineLost{reason, last}});
    host_.requestFrame();
}

std::uint32_t Session::open(const Command& command) {
    const std::uint32_t before = state_.openings.lastTicket;
    run(command);
    return state_.loading.ticket > before ? state_.loading.ticket : 0;
}

std::uint32_t Session::takeTicket() {
    run(Event{TicketTaken{}});
    return state_.openings.lastTicket;
}

void Session::makeFailed(std::uint32_t document, const Recipe& recipe, Problem problem) {
    send(wire::MakeFailed{document, recipe, std::move(problem)});
}

void Session::askForExample(const ComparedExample& wanted) {
    // A new engine without a document shows the example once it is open (session/opening/first_view.h).
    const ExampleName& name = wanted.example;
    if (!state_.isLost) send(wire::SelectExample{wanted.document, name.example, name.recipe});
    if (state_.isGivenUp())
        run(Event{ExampleRefused{wanted.document, wanted.example, state_.openings.whyLost}});
}

bool Session::isDeadly(Query query) const {
    query.document = 0;
    return std::ranges::find(deadly_, query) != deadly_.end();
}

void Session::ask() {
    if (!state_.document || isReopening()) return;
    for (const ComparedExample& wanted : unknownExamples(state_)) {
        if (std::ranges::find(described_, wanted) != described_.end()) continue;
        described_.push_back(wanted);
        askForExample(wanted);
    }
    std::vector<Query> questions = questionsToAsk(state_, results_);
    std::erase_if(questions, [&](const Query& query) {
        const bool never = state_.isGivenUp();
        if (never || isDeadly(query))
            results_.refuse(query, never ? state_.openings.whyLost : endedTwice());
        return never || isDeadly(query);
    });
    if (!questions.empty()) send(wire::Ask{std::move(questions), true, state_.view.layer});
}

bool Session::isWaiting() {
    if (!state_.document) return false;
    // No questions are asked about an example before it is there.
    const bool isAwaited = !state_.pendingExample.isNone() || !unknownExamples(state_).empty();
    if (isAwaited && !state_.isGivenUp()) return true;
    return std::ranges::any_of(neededQueries(state_, results_),
                               [&](const Query& query) { return results_.isPending(query); });
}

bool Session::isWithoutPicture() {
    if (!state_.document) return false;
    const auto awaits = [&](const Query& query) {
        return results_.isPending(query) && results_.find(query) == nullptr;
    };
    return awaits(profileQuery(state_, state_.view.method)) ||
           std::ranges::any_of(followUpQuestions(state_, results_), awaits);
}

Session::Readiness Session::prepare(const std::vector<Query>& queries) {
    std::vector<Query> missing;
    bool pending = false;
    for (const Query& query : queries) {
        const Answer* answer = results_.find(query);
        if (answer != nullptr && (answer->problem || answer->complete >= 1)) continue;
        pending = pending || results_.isPending(query);
        missing.push_back(query);
    }
    if (missing.empty()) return Readiness::ready;
    if (isReopening()) return Readiness::waiting;
    if (state_.isGivenUp() ||
        std::ranges::any_of(missing, [&](const Query& query) { return isDeadly(query); })) {
        return Readiness::impossible;
    }
    if (pending) return Readiness::waiting;
    // Answered but not kept: together the answers exceed the page's memory limit.
    if (prepared_ == queries) return Readiness::impossible;
    prepared_ = queries;
    for (const Query& query : missing) results_.markPending(query);
    send(wire::Ask{std::move(missing), false});
    return Readiness::waiting;
}

bool Session::isReopening() const { return state_.isLost && !state_.isGivenUp(); }

}  // namespace hw
