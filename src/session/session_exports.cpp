// SPDX-License-Identifier: MIT
// Exports of a session: numbers, links with their data, saved analyses.
#include <algorithm>
#include <utility>

#include "io/write/json_writer.h"
#include "page/address/address.h"
#include "page/answers/grouping.h"
#include "page/answers/questions.h"
#include "session/session.h"

namespace hw {
namespace {

Problem beingReopened() {
    return {Code::internal, "", "The computation crashed. The file is being reopened."_tr,
            "Try again in a moment."_tr, std::nullopt};
}

Problem elsewhere() {
    return {Code::cancelled, "link", "Another file was opened before the link was ready."_tr,
            "Make the link again."_tr, std::nullopt};
}

}  // namespace

void Session::exportNumbers(std::uint32_t ticket, Query query, const std::string& format) {
    query.grouping = wordGrouping(state_);
    if (!canExport(ticket)) return;
    const bool over = isOver(state_, query);
    send(wire::Export{ticket, std::move(query), format, state_.view.relativeFlow, over});
}

Session::ShownExample Session::shown() const {
    return {state_.document ? state_.document->id : 0, state_.view.example};
}

void Session::makeLink(std::uint32_t ticket, bool heads, ShownExample of, PicturePoints picture) {
    if (!canExport(ticket)) return;
    if (of != shown()) return host_.notExported(ticket, elsewhere());
    links_.emplace_back(ticket, of);
    send(wire::Pack{ticket, profileQuery(state_, state_.view.method), heads, std::move(picture)});
}

void Session::save(std::uint32_t ticket, SavedBy by) {
    by.view = writeView(state_);
    saving_ = {ticket, state_.document->id, state_.document->example, std::move(by), {}};
    saveOn(ticket);
}

void Session::saveOn(std::uint32_t ticket) {
    if (!canExport(ticket)) return;
    if (ticket == saving_.ticket && saving_.document == 0) {
        return host_.notExported(
            ticket, {Code::internal, "save", "The computation crashed while saving."_tr,
                     "Save again."_tr, std::nullopt});
    }
    if (ticket != saving_.ticket || !state_.document || saving_.document != state_.document->id) {
        return host_.notExported(
            ticket, {Code::cancelled, "save", "Another file was opened or saved meanwhile."_tr,
                     "Save again."_tr, std::nullopt});
    }
    if (saving_.place.done)
        host_.exported(ticket, "saved", "application/json", "");
    else
        send(saving_);
}

bool Session::canExport(std::uint32_t ticket) {
    if (!state_.isLost) return true;
    host_.notExported(ticket, isReopening() ? beingReopened() : state_.openings.whyLost);
    return false;
}

void Session::takePacked(const wire::Packed& packed) {
    // The link has the present view, but the data of the time of the request.
    const auto link =
        std::ranges::find(links_, packed.ticket, &std::pair<std::uint32_t, ShownExample>::first);
    if (link == links_.end()) return;
    const bool same = link->second == shown();
    links_.erase(link);
    if (!same) return host_.notExported(packed.ticket, elsewhere());
    const std::string fragment = writeLink(state_, packed.data, !packed.heads);
    JsonWriter json;
    json.beginObject().field("fragment", fragment);
    json.field("characters", static_cast<long long>(fragment.size()));
    json.field("errorBound", packed.errorBound).field("flowError", packed.flowError);
    json.field("rankError", packed.rankError);
    json.field("flowOfAll", packed.flowOfAll).array("leftOut", packed.leftOut).endObject();
    host_.exported(packed.ticket, "link", "application/json", json.take());
}

}  // namespace hw
