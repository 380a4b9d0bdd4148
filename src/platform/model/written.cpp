// SPDX-License-Identifier: MIT
// A text that the model goes on with, a few tokens at a time, so that the page can stop it and show it.
#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "model/write/token_text.h"
#include "platform/model/ask_parts.h"
#include "platform/model/requests.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

/// "12,7"; nothing where one of them is no number.
std::vector<int> idsIn(std::string_view text) {
    std::vector<int> ids;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        ids.push_back(numberIn(text.substr(0, end)));
        if (ids.back() < 0) return {};
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return ids;
}

/// NaN, which is refused where it matters, for what is no number.
double realIn(const std::string& text) {
    return readNumber(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// What was said before a message, where there is one: CHAT in requests.h.
Result<std::optional<std::vector<std::string>>> saidIn(const std::string& chat) {
    std::optional<std::vector<std::string>> said;
    if (chat.empty() || chat == "0") return said;
    if (chat == "1") return said.emplace();
    auto list = model::readTalk(chat);
    if (!list) return std::unexpected(list.error());
    said = std::move(*list);
    return said;
}

constexpr std::array<std::string_view, 3> ends{"none", "token", "length"};

struct Written {
    int id;
    std::string text;
    double probability;
};

}  // namespace

Result<model::Run> ModelRequests::encoded(const Asked& asked) const {
    if (asked.ids.empty()) {
        const auto said = saidIn(asked.chat);
        if (!said) return std::unexpected(said.error());
        return *said ? session_->encodedMessage(asked.text, **said)
                     : session_->encoded(asked.text, asked.pair);
    }
    const std::vector<int> ids = idsIn(asked.ids);
    if (ids.empty()) return badAsk();
    return session_->encodedWritten(ids);
}

Result<model::Run> ModelRequests::textRun(const Asked& asked) {
    auto run = encoded(asked);
    if (!run) return run;
    return writing_ == nullptr ? session_->traced(std::move(*run))
                               : writing_->traced(std::move(*run));
}

Result<ModelReply> ModelRequests::write(const std::vector<std::string>& request) {
    using Clock = std::chrono::steady_clock;
    const auto started = Clock::now();
    if (writing_ == nullptr) {
        auto made = model::Writing::of(*session_);
        if (!made) return std::unexpected(std::move(made.error()));
        writing_ = std::make_unique<model::Writing>(std::move(*made));
    }
    model::Writing& writing = *writing_;
    Result<std::vector<int>> ids = idsIn(request[3]);
    if (request[3].empty()) {
        const auto said = saidIn(request[2]);
        if (!said) return std::unexpected(said.error());
        ids = *said ? writing.idsOfMessage(request[1], **said) : writing.idsOf(request[1]);
    }
    if (!ids) return std::unexpected(std::move(ids.error()));
    if (ids->empty()) return badAsk();
    if (auto good = writing.set(*ids); !good) return std::unexpected(std::move(good.error()));
    const model::Sampling sampling{realIn(request[6]), std::max(numberIn(request[7]), 0),
                                   realIn(request[8]),
                                   static_cast<std::uint64_t>(std::max(numberIn(request[9]), 0))};
    const int most = numberIn(request[4]);
    const std::chrono::milliseconds patience(std::max(numberIn(request[5]), 0));
    const model::Tokenizer& tokenizer = *session_->tokenizer();
    model::TokenText pieces(tokenizer, *ids);
    std::vector<Written> written;
    while (std::ssize(written) < most && (written.empty() || Clock::now() - started < patience)) {
        const auto next = writing.next(sampling);
        if (!next) return std::unexpected(next.error());
        if (!*next) break;
        const int position = static_cast<int>(writing.ids().size()) - 2;
        written.push_back({**next, pieces.add(**next), writing.probability(position, **next)});
    }
    JsonWriter json;
    json.beginObject().array("ids", writing.ids()).field("begin", static_cast<int>(ids->size()));
    const std::span<const int> all = writing.ids();
    const std::size_t added = model::addedBefore(tokenizer, all);
    const std::span<const int> own = all.subspan(added);
    const std::string text = tokenizer.decode(own, true);
    const std::string rest = pieces.rest();
    const auto again = tokenizer.encode(text);
    json.field("prompt",
               tokenizer.decode(own.first(ids->size() - std::min(added, ids->size())), true))
        .field("text", text)
        .field("rest", rest)
        .field("same", again && std::ranges::equal(again->ids, writing.ids()))
        .field("end", ends[static_cast<std::size_t>(writing.ended())])
        .field("mostTokens", writing.mostTokens())
        .key("written")
        .beginArray();
    for (const Written& one : written)
        json.beginObject()
            .field("id", one.id)
            .field("text", one.text)
            .field("probability", one.probability)
            .endObject();
    return ModelReply{json.endArray().endObject().take(), {}};
}

}  // namespace hw
