// SPDX-License-Identifier: MIT
#include "platform/model/requests.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "io/write/json_writer.h"
#include "model/ask/cut_text.h"
#include "model/network/key_kinds.h"
#include "model/run/run.h"
#include "platform/model/asks.h"
#include "platform/model/cut_run.h"
#include "platform/model/told.h"

namespace hw {
namespace {

std::unexpected<Problem> badRequest() {
    return std::unexpected(
        Problem{Code::badArgument, "model",
                "The page asked something that the model's program doesn't know."_tr,
                "Reload the page, so that all its parts are of one version."_tr, std::nullopt});
}

template <class Number>
Number numberOr(std::string_view text, Number otherwise) {
    Number number = otherwise;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

class PartSource : public model::ByteSource {
public:
    PartSource(ModelRequests::Read read, int part, std::uint64_t size)
        : read_(read), part_(part), size_(size) {}
    std::uint64_t size() const override { return size_; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        if (offset <= size_ && into.size() <= size_ - offset && read_(part_, offset, into))
            return {};
        return std::unexpected(
            Problem{Code::cannotRead, "", "Part of the file could not be read."_tr,
                    "If it has been moved or changed, open it again."_tr, std::nullopt});
    }

private:
    ModelRequests::Read read_;
    int part_;
    std::uint64_t size_;
};

}  // namespace

Result<ModelReply> ModelRequests::take(const std::vector<std::string>& request,
                                       const model::Progress& progress) {
    if (request.empty()) return badRequest();
    const std::string& what = request.front();
    if ((what == "look" || what == "open") && request.size() >= 5 && request.size() % 2 == 1)
        return open(request, progress);
    if (session_ == nullptr) return badRequest();
    if (what == "picture" && request.size() == 5) return keepPicture(request);
    if (what == "run" && request.size() == 6 + textFields) return run(request, progress);
    if (what == "find" && request.size() == 2 + textFields) return find(request);
    if (what == "write" && request.size() == 10) return write(request);
    if (what == "ask" && request.size() >= 2 + textFields) return ask(request, progress);
    if (what != "says" || request.size() != 1 + textFields) return badRequest();
    const Asked asked = askedIn(request, 1);
    const auto made = latest(asked);
    if (!made) return std::unexpected(made.error());
    auto json = told(asked, **made);
    if (!json) return std::unexpected(std::move(json.error()));
    return ModelReply{std::move(*json), {}};
}

ModelRequests::Asked ModelRequests::askedIn(const std::vector<std::string>& request,
                                            std::size_t from) {
    Asked asked;
    asked.recipe = request[from];
    asked.text = request[from + 1];
    if (request[from + 2] == "1") asked.pair = request[from + 3];
    asked.rule = request[from + 4];
    asked.edges = request[from + 5];
    asked.heads = request[from + 6];
    asked.residuals = request[from + 7];
    asked.target = request[from + 8];
    asked.scores = request[from + 9];
    asked.clean = request[from + 10];
    asked.swaps = request[from + 11];
    asked.wiped = request[from + 12];
    asked.ids = request[from + 13];
    asked.beams = numberOr(request[from + 14], 1);
    asked.chat = request[from + 15];
    asked.hidden = request[from + 16];
    return asked;
}

Result<ModelReply> ModelRequests::open(const std::vector<std::string>& request,
                                       const model::Progress& progress) {
    std::vector<model::Part> parts;
    const bool ignoresKeys = request[2] == "1";
    for (std::size_t i = 3; i + 1 < request.size(); i += 2) {
        const auto size = numberOr<std::uint64_t>(request[i + 1], 0);
        const int number = static_cast<int>(parts.size());
        parts.push_back({request[i], std::make_shared<PartSource>(read_, number, size)});
    }
    if (request.front() == "look") {
        const auto facts = model::look(parts, ignoresKeys);
        if (!facts) return std::unexpected(facts.error());
        return ModelReply{factsJson(*facts, nullptr, false), {}};
    }
    base_.reset();
    cut_.reset();
    vectors_.clear();
    pictures_.clear();
    plain_.reset();
    among_.clear();
    writing_.reset();
    begun_.reset();
    searching_.reset();
    session_.reset();
    auto session = model::Session::open(std::move(parts), progress, {}, ignoresKeys);
    if (!session) return std::unexpected(std::move(session.error()));
    name_ = model::nameWithout(request[1], session->facts().spec.ignoredKeys);
    session_ = std::make_unique<model::Session>(std::move(*session));
    return ModelReply{
        factsJson(session_->facts(), session_->tokenizer(), session_->comparesTexts()), {}};
}

std::string ModelRequests::textOf(const Asked& asked) {
    // No text holds U+0000 twice in a row by accident: the model's own tokenizer takes it for nothing.
    return asked.text + (asked.pair ? std::string(2, '\0') + *asked.pair : "") + asked.wiped +
           (asked.ids.empty() ? "" : std::string(3, '\0') + asked.ids) +
           (asked.beams == 1 ? "" : std::string(2, '\0') + std::to_string(asked.beams)) +
           std::string(4, '\0') + asked.chat;
}

Result<const model::Run*> ModelRequests::latest(const Asked& asked) {
    const std::string text = textOf(asked);
    if (base_ == nullptr || baseText_ != text) {
        // Attention of a long text takes hundreds of megabytes, and would lie beside that of the next.
        base_.reset();
        cut_.reset();
        auto made = begun_ != nullptr && begun_->text == text ? begunRun() : plainRun(asked);
        begun_.reset();
        if (!made) return std::unexpected(std::move(made.error()));
        baseText_ = text;
        base_ = std::make_unique<model::Run>(std::move(*made));
    }
    if (!asked.isCut()) return base_.get();
    if (cut_ != nullptr && cutRecipe_ == asked.recipe) return cut_.get();
    const auto keep = [&](Result<model::Run> made,
                          std::vector<CutEdge> edges) -> Result<const model::Run*> {
        if (!made) return std::unexpected(std::move(made.error()));
        cutRecipe_ = asked.recipe;
        cutEdges_ = std::move(edges);
        cut_ = std::make_unique<model::Run>(std::move(*made));
        return cut_.get();
    };
    if (session_->facts().translates()) {
        const auto edits = pairEdits(asked);
        if (!edits) return std::unexpected(edits.error());
        auto made = session_->cut(*base_, *edits);
        if (made) {
            emptyHeads(edits->encoder.heads, session_->facts().spec.heads, made->trace);
            if (made->output && !edits->decoder.heads.empty()) {
                auto output = std::make_shared<model::Output>(*made->output);
                emptyHeads(edits->decoder.heads, session_->decoder()->spec.heads, output->trace);
                made->output = std::move(output);
            }
        }
        return keep(std::move(made), cutEdges(*edits));
    }
    const model::Spec& spec = session_->facts().spec;
    model::Edits edits;
    if (asked.rule == "renormalise") edits.rule = model::CutRule::renormalise;
    const auto headRule = asked.rule == "mean" ? model::HeadRule::mean : model::HeadRule::zero;
    for (const Result<void>& added :
         {model::addEdges(asked.edges, spec, base_->tokens(), edits.edges),
          model::addHeads(asked.heads, headRule, spec, edits.heads),
          model::addResiduals(asked.residuals, spec, base_->tokens(), edits.residuals),
          model::addHidden(asked.hidden, spec, base_->tokens(), edits.hidden)})
        if (!added) return std::unexpected(added.error());
    if (!asked.swaps.empty())
        if (auto good = addSwaps(*session_, *base_, asked.clean, asked.swaps, edits); !good)
            return std::unexpected(good.error());
    auto made = session_->cut(*base_, edits);
    if (made) emptyHeads(edits.heads, spec.heads, made->trace);
    return keep(std::move(made), cutEdges(edits, spec, base_->tokens()));
}

Result<ModelReply> ModelRequests::find(const std::vector<std::string>& request) {
    const Asked asked = askedIn(request, 2);
    const auto made = latest(asked);
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject();
    writeAnswers(json,
                 session_->search(**made, positionOf(asked, **made), request[1], mostAnswers));
    return ModelReply{json.endObject().take(), {}};
}

Result<AskedRun> ModelRequests::askedAbout(const std::vector<std::string>& request,
                                           const model::Progress& progress) {
    const std::size_t from = request.size() - textFields;
    const Asked asked = askedIn(request, from);
    const auto made = latest(asked);
    if (!made) return std::unexpected(made.error());
    if ((*made)->output && request[1] == "cutset")
        return std::unexpected(
            Problem{Code::badArgument, "model",
                    "The minimum cut of a flow is cut in models with one stack of layers."_tr,
                    "Cut edges, or ask which of them flow ranks first."_tr, std::nullopt});
    auto target = targetOf(asked);
    if (!target) return std::unexpected(std::move(target.error()));
    // The lens needs no question.
    if (!*target && request[1] != "lens")
        return std::unexpected(
            Problem{Code::badArgument, "model", "Nothing has been asked about this text yet."_tr,
                    "Choose an answer to ask about, or type a second sentence to compare with."_tr,
                    std::nullopt});
    return AskedRun{*session_,
                    *base_,
                    **made,
                    target->value_or(model::Target{}),
                    asked.target.empty(),
                    std::span(request).subspan(2, from - 2),
                    progress};
}

Result<ModelReply> ModelRequests::ask(const std::vector<std::string>& request,
                                      const model::Progress& progress) {
    auto asked = askedAbout(request, progress);
    if (!asked) return std::unexpected(std::move(asked.error()));
    if (searching_ != nullptr && searching_->request == request && searching_->search.done() == 1)
        asked->searched = &searching_->search.decision();
    auto json = answerAsked(request[1], *asked);
    if (!json) return std::unexpected(std::move(json.error()));
    return ModelReply{std::move(*json), {}};
}

}  // namespace hw
