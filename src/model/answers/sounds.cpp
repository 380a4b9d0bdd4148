// SPDX-License-Identifier: MIT
// Sounds that the page has sent, and their runs.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/service/run_questions.h"
#include "model/service/service.h"
#include "model/sound/wav.h"

namespace hw::service {
namespace {

constexpr std::size_t mostSounds = 4;

/// "1.05"
std::string secondsText(double seconds) {
    const auto hundredths = std::lround(100 * seconds);
    const std::string rest = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + (rest.size() < 2 ? ".0" : ".") + rest;
}

}  // namespace

Result<Reply> Service::keepSound(const Values& request, const model::Progress& /*progress*/) {
    const auto& hearing = session_->facts().spec.sound;
    if (!hearing) return badAsk();
    const std::string name = request.text("name");
    std::string title = request.text("title");
    std::string bytes(static_cast<std::size_t>(request.whole("size")), '\0');
    if (!read_(0, 0, std::as_writable_bytes(std::span(bytes.data(), bytes.size()))))
        return refusal(Code::cannotRead, title, "This sound can’t be read."_tr,
                       "Use another one."_tr);
    auto sound = model::readWav(bytes);
    if (!sound) return std::unexpected(std::move(sound.error()));
    std::string().swap(bytes);
    // What the model does not hear needs no memory.
    const auto most =
        static_cast<std::size_t>(std::ceil((1.0 + hearing->samples) * sound->rate / hearing->rate));
    if (sound->samples.size() > most) sound->samples.resize(most);
    std::erase_if(sounds_, [&](const NamedSound& kept) { return kept.name == name; });
    sounds_.push_back(
        {name, std::move(title), model::resampled(sound->samples, sound->rate, hearing->rate)});
    if (sounds_.size() > mostSounds) sounds_.erase(sounds_.begin());
    return Reply{"{}", {}};
}

Result<model::Run> Service::heardRun(const Recipe& recipe) {
    const auto kept = std::ranges::find(sounds_, recipe.text, &NamedSound::name);
    if (kept == sounds_.end())
        return refusal(Code::badArgument, "sound", "This sound is not on this device."_tr,
                       "Choose or record one."_tr);
    model::SoundRequest wish{
        .language = recipe.language, .task = recipe.task, .silent = stretchesIn(recipe.silent)};
    if (!recipe.silent.empty() && wish.silent.empty()) return badAsk();
    if (!recipe.ids.empty()) {
        wish.written = numbersIn(recipe.ids, ',');
        if (wish.written->empty() || std::ranges::min(*wish.written) < 0) return badAsk();
    }
    std::string title = kept->title;
    const auto& hearing = session_->facts().spec.sound;
    const double seconds = hearing ? hearing->step() / 2 : 0;
    for (const auto& [from, to] : wish.silent)
        title = formatText("{} · silent: {}–{} s"_tr,
                           {title, secondsText(seconds * from), secondsText(seconds * to)});
    return session_->hear(kept->samples, std::move(title), wish);
}

}  // namespace hw::service
