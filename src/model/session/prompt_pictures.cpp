// SPDX-License-Identifier: MIT
// Prompts with pictures.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "model/session/session.h"
#include "model/unicode/utf8.h"
#include "model/write/token_text.h"

namespace hw::model {
namespace {

std::unexpected<Problem> badPrompt(std::string finding, LocalizedText remedy) {
    return std::unexpected(
        Problem{Code::badArgument, "picture", std::move(finding), remedy, std::nullopt});
}

int picturesIn(const Sight& sight) {
    return sight.frames.empty() ? 0 : sight.frames.back().image + 1;
}

}  // namespace

Result<void> Session::openTower(const ModelFiles& files, const Stop& stop) {
    if (!facts_.prompted) return {};
    auto network = loadNetwork(files, facts_.prompted->tower, {}, stop);
    if (!network) return std::unexpected(std::move(network.error()));
    std::erase_if(facts_.unused, [&](const std::string& name) {
        return std::ranges::find(network->unused, name) == network->unused.end();
    });
    tower_ = std::make_shared<Network>(std::move(*network));
    return {};
}

Result<std::shared_ptr<const Sight>> Session::see(std::span<const PicturePoints> pictures,
                                                  bool splits, const SightOptions& options) const {
    if (!tower_)
        return badPrompt(std::string("This model reads no pictures in its prompt."_tr),
                         "Use a model such as SmolVLM or LLaVA."_tr);
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        auto own = prepareFrames(pictures[i], tower_->spec.picture->preparation, splits);
        if (!own) return std::unexpected(std::move(own.error()));
        for (PictureFrame& frame : *own) frames.push_back({static_cast<int>(i), std::move(frame)});
    }
    auto made = seen(tower_, std::move(frames), options);
    if (!made) return std::unexpected(std::move(made.error()));
    return std::make_shared<const Sight>(std::move(*made));
}

Result<Run> Session::encodedPrompt(std::string_view text, std::shared_ptr<const Sight> sight,
                                   bool isMessage, std::span<const std::string> before) const {
    if (!tower_ || !sight || !tokenizer_)
        return badPrompt(std::string("This model reads no pictures in its prompt."_tr),
                         "Use a model such as SmolVLM or LLaVA."_tr);
    constexpr std::string_view placeholder = "<image>";
    const int pictures = picturesIn(*sight);
    std::string prompt(text);
    if (isMessage) {
        auto chat = asChat(facts_.chat, before, text, pictures);
        if (!chat) return std::unexpected(std::move(chat.error()));
        prompt = std::move(chat->text);
    } else if (!prompt.contains(placeholder)) {
        std::string front;
        for (int i = 0; i < pictures; ++i) front += placeholder;
        prompt = front + (facts_.prompted->isFramed || pictures == 0 ? "" : "\n") + prompt;
    }
    const std::string image(tokenizer_->token(facts_.prompted->token).value_or(placeholder));
    auto expanded = expandPrompt(prompt, sight->frames, pictures, sight->tokensOfFrame,
                                 facts_.prompted->isFramed, image);
    if (!expanded) return std::unexpected(std::move(expanded.error()));
    // As in the library, unless the template has written the first token itself.
    const auto bos = std::ranges::find(facts_.chat.tokens, "bos_token",
                                       [](const auto& one) { return std::string_view(one.first); });
    const bool hasFirst =
        isMessage && bos != facts_.chat.tokens.end() && expanded->text.starts_with(bos->second);
    auto encoding = tokenizer_->encode(expanded->text, {}, !hasFirst, facts_.spec.mostTokens);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    Run run;
    run.text = std::move(expanded->text);
    run.isMessage = isMessage;
    run.before.assign(before.begin(), before.end());
    const std::size_t places =
        sight->frames.size() * static_cast<std::size_t>(sight->tokensOfFrame);
    for (std::size_t i = 0; i < encoding->ids.size() && run.imageTokens.size() < places; ++i)
        if (encoding->ids[i] == facts_.prompted->token)
            run.imageTokens.push_back(static_cast<int>(i));
    if (run.imageTokens.size() != places)
        return badPrompt(formatText("The prompt has {} image tokens instead of {}."_tr,
                                    {run.imageTokens.size(), places}),
                         "Does tokenizer.json belong to this model?"_tr);
    run.encoding = std::move(*encoding);
    run.sight = std::move(sight);
    return run;
}

Run Session::continued(Run run, std::span<const int> written) const {
    Encoding& encoding = run.encoding;
    TokenText pieces(*tokenizer_, encoding.ids);
    auto at = static_cast<std::uint32_t>(countLetters(run.text));
    for (const int id : written) {
        const std::string piece = pieces.add(id);
        const auto end = at + static_cast<std::uint32_t>(countLetters(piece));
        encoding.ids.push_back(id);
        encoding.tokens.emplace_back(tokenizer_->token(id).value_or(""));
        encoding.offsets.push_back({at, end});
        encoding.special.push_back(false);
        encoding.typeIds.push_back(0);
        encoding.sequence.push_back(0);
        if (!encoding.ofTemplate.empty()) encoding.ofTemplate.push_back(false);
        run.text += piece;
        at = end;
    }
    return run;
}

Run Session::withSight(const Run& run, std::shared_ptr<const Sight> sight) const {
    Run made;
    made.text = run.text;
    made.encoding = run.encoding;
    made.isMessage = run.isMessage;
    made.before = run.before;
    made.imageTokens = run.imageTokens;
    made.sight = std::move(sight);
    return made;
}

}  // namespace hw::model
