// SPDX-License-Identifier: MIT
#include "frame/timeline_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "frame/timeline_tips.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

void drawPlayButton(const Pen& pen, const TimelineModel& model, float left, float middle,
                    Commands& commands) {
    constexpr float radius = 16;
    const float size = targetHeight(pen.theme, 2 * radius);
    // The rest of the area may be cut off.
    const ImVec2 centre{left + std::max(radius + 1, size / 2), middle};
    const Hit hit = hitArea("play", {centre.x - size / 2, centre.y - size / 2, size, size});
    pen.list->AddCircleFilled(centre, hit.hovered ? radius + 1 : radius, pen.theme.ink, 48);
    if (model.playing) {
        pen.list->AddRectFilled({centre.x - 5, centre.y - 6}, {centre.x - 1.5F, centre.y + 6},
                                pen.theme.ground);
        pen.list->AddRectFilled({centre.x + 1.5F, centre.y - 6}, {centre.x + 5, centre.y + 6},
                                pen.theme.ground);
    } else {
        pen.list->AddTriangleFilled({centre.x - 4, centre.y - 7}, {centre.x + 8, centre.y},
                                    {centre.x - 4, centre.y + 7}, pen.theme.ground);
    }
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, model.playing ? "Pause (space)"_tr : "Play the layers (space)"_tr);
    }
    if (hit.clicked) commands.push_back(TogglePlay{});
}

/// Number of layers per label, so that labels fit below the line.
int labelStep(int layers, float spacing) {
    for (const int step : {1, 2, 4, 6, 8, 12, 24, 48, 96}) {
        if (spacing * static_cast<float>(step) >= 24 || step >= layers) return step;
    }
    return layers;
}

void drawStations(const Pen& pen, const TimelineModel& model, float x0, float x1, float y,
                  Commands& commands) {
    const int last = std::max(model.layers - 1, 1);
    const float spacing = (x1 - x0) / static_cast<float>(last);
    const auto at = [&](double layer) { return x0 + spacing * static_cast<float>(layer); };
    const Hit hit = hitArea("layers", {x0 - 14, y - 16, x1 - x0 + 28, 48});
    const float headX = model.layers > 1 ? at(model.head) : x0;
    const float startX = model.layers > 1 ? at(model.startLayer) : x0;
    pen.list->AddRectFilled({x0, y - 1}, {x1, y + 1}, pen.theme.rule);
    if (headX > startX) {
        pen.list->AddRectFilled({startX, y - 1}, {headX, y + 1}, pen.theme.muted);
    }
    const int step = labelStep(model.layers, spacing);
    for (int layer = 0; layer < model.layers; ++layer) {
        const float x = at(layer);
        const bool outside = layer < model.startLayer;
        const float radius = spacing > 10 ? 4.0F : 2.0F;
        pen.list->AddCircleFilled({x, y}, radius, outside ? pen.theme.rule : pen.theme.muted, 20);
        const bool here = layer == model.layer;
        const bool crowded = !here && std::abs(layer - model.layer) < step && step > 1;
        if (here || (layer % step == 0 && !crowded)) {
            textLine(pen, here ? fonts().semibold : fonts().text, type::small, x, y + 22,
                     here ? pen.theme.ink : pen.theme.muted, std::to_string(layer + 1),
                     Align::centre);
        }
    }
    pen.list->AddCircleFilled({headX, y}, 7.5F, pen.theme.ground, 32);
    pen.list->AddCircleFilled({headX, y}, 6.5F, pen.theme.selection, 32);
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        if (mark.at != NotePlace::layer || mark.layer >= model.layers) return {};
        return ImVec2{at(mark.layer), y - 13};
    });
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (model.layers < 2) return;
    const double pointed =
        std::clamp<double>((ImGui::GetIO().MousePos.x - x0) / spacing, 0.0, model.layers - 1);
    if (hit.hovered) commands.push_back(SetHover{{-1, -1, static_cast<int>(std::lround(pointed))}});
    if (hit.isDragged(3)) commands.push_back(ScrubTo{pointed});
    if (hit.released) commands.push_back(SetLayer{static_cast<int>(std::lround(pointed))});
}

std::string speedText(double speed) {
    char text[16];
    std::snprintf(text, sizeof text, "%g×", speed);
    return inLanguage(text);
}

/// The next of 0.5, 1, 2, 4.
double nextSpeed(double speed) {
    if (speed < 1) return 1;
    if (speed < 2) return 2;
    if (speed < 4) return 4;
    return 0.5;
}

constexpr float wordsGap = 36;  ///< between the last layer and the words
constexpr float textGap = 24;   ///< between the text and the speed
constexpr float speedWidth = 48;

/// Width of the words next to the layers, with the gap. It is the same at every layer.
float wordsWidth(const TimelineModel& model) {
    const float text = wordWidth(fonts().text, type::body, model.lastText);
    const float loop = wordWidth(fonts().text, type::small, "repeat"_tr) + switchBox + chipPadding;
    return std::max(282.0F, wordsGap + text + textGap + speedWidth + loop);
}

void drawTextControls(const Pen& pen, const TimelineModel& model, float x, float y,
                      Commands& commands) {
    x += textLine(pen, fonts().text, type::body, x, y, pen.theme.ink, model.text) + textGap;
    if (!model.playing) return;  // keys and the list of commands work at any time
    const std::string speed = speedText(model.speed);
    const Hit faster = actionWord(pen, "speed", fonts().mono, type::number, x, y, speed);
    if (faster.clicked) commands.push_back(SetSpeed{nextSpeed(model.speed)});
    if (faster.hovered) tooltip(pen, tips::speed);
    x += speedWidth;
    const Hit loop =
        switchWord(pen, "loop", fonts().text, type::small, x, y, "repeat"_tr, model.loop);
    if (loop.clicked) commands.push_back(ToggleLoop{});
    if (loop.hovered) tooltip(pen, tips::repeat[model.loop ? 1 : 0]);
}

/// Height of a track below the layers.
float trackHeight(std::size_t places, float width) {
    if (places < 2) return 0;
    return isNarrow(width) ? 56 : 36;
}

struct Track {
    const char* id;
    const char* playId;
    int places = 0;
    int at = -1;  ///< place of the handle; -1 for none
    std::string_view text;
    bool playing = false;
    LocalizedText word;  ///< of its play button
    LocalizedText tip;
};

struct TrackHit {
    Hit hit;
    bool isPlayed = false;
    int place = 0;  ///< nearest to the pointer
};

/// A line with a handle, which can be dragged, and its text next to it or below. `isFilled(i)`: the mark of place i is
/// filled.
template <class IsFilled>
TrackHit drawTrack(const Pen& pen, const Track& track, const Rect& area, IsFilled isFilled) {
    const bool narrow = isNarrow(area.w);
    const float y = area.y + 16;
    const Hit play = actionWord(pen, track.playId, fonts().text, type::small, area.x + chipPadding,
                                y, track.playing ? "stop"_tr : track.word);
    if (play.hovered) tooltip(pen, track.tip);
    const float x0 = area.x + 64;
    const float x1 = narrow ? area.right() - 12 : x0 + (area.w - 64) * 0.5F;
    const int last = track.places - 1;
    const float spacing = (x1 - x0) / static_cast<float>(last);
    const auto xOf = [&](int place) { return x0 + spacing * static_cast<float>(place); };
    const float high = targetHeight(pen.theme, 32);
    const Hit hit = hitArea(track.id, {x0 - 14, y - high / 2, x1 - x0 + 28, high});
    pen.list->AddRectFilled({x0, y - 1}, {x1, y + 1}, pen.theme.rule);
    if (track.at >= 0)
        pen.list->AddRectFilled({x0, y - 1}, {xOf(track.at), y + 1}, pen.theme.muted);
    if (spacing >= 6) {
        for (int i = 0; i <= last; ++i) {
            pen.list->AddCircleFilled({xOf(i), y}, 2.5F, pen.theme.muted);
            if (!isFilled(i)) pen.list->AddCircleFilled({xOf(i), y}, 1.5F, pen.theme.ground);
        }
    }
    if (track.at >= 0) {
        pen.list->AddCircleFilled({xOf(track.at), y}, 7.5F, pen.theme.ground, 32);
        pen.list->AddCircleFilled({xOf(track.at), y}, 6.5F, pen.theme.selection, 32);
    }
    const float left = narrow ? area.x : x1 + 24;
    textLine(pen, fonts().text, type::small, left, narrow ? area.y + 42 : y, pen.theme.ink,
             elided(fonts().text, type::small, track.text, area.right() - left));
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const double pointed =
        std::clamp<double>((ImGui::GetIO().MousePos.x - x0) / spacing, 0.0, last);
    return {hit, play.clicked, static_cast<int>(std::lround(pointed))};
}

/// The output tokens of a causal model.
void drawTokens(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands) {
    const auto& steps = model.steps;
    const Track track{.id = "tokens",
                      .playId = "play-tokens",
                      .places = static_cast<int>(steps.tokens.size()),
                      .at = steps.at,
                      .text = steps.text,
                      .playing = steps.playing,
                      .word = "tokens"_tr,
                      .tip = tips::playTokens};
    const auto [hit, isPlayed, place] =
        drawTrack(pen, track, area, [](int /*place*/) { return true; });
    if (isPlayed) commands.push_back(PlayTokens{});
    const int token = steps.tokens[place];
    if (hit.hovered) commands.push_back(SetHover{{-1, token, -1}});
    if (hit.held || hit.released) commands.push_back(SetOutput{token, false, hit.released});
}

/// The steps of a model's training. Those whose weights must be downloaded first have an empty mark.
void drawTraining(const Pen& pen, const TimelineModel& model, const Rect& area,
                  Commands& commands) {
    const auto& training = model.training;
    const Track track{.id = "training",
                      .playId = "play-steps",
                      .places = static_cast<int>(training.steps.size()),
                      .at = training.at,
                      .text = training.text,
                      .playing = training.playing,
                      .word = "steps"_tr,
                      .tip = tips::playSteps};
    const auto [hit, isPlayed, place] =
        drawTrack(pen, track, area, [&](int at) { return training.steps[at].bytes == 0; });
    if (isPlayed) commands.push_back(PlaySteps{});
    if (hit.held || hit.released)
        commands.push_back(SetStep{training.steps[place].step, hit.released});
}

}  // namespace

float timelineHeight(const TimelineModel& model, float width, TimelineForm form) {
    const float training = trackHeight(model.training.steps.size(), width);
    if (form == TimelineForm::layers) return 56 + training;
    return (isNarrow(width) ? 80.0F : 56.0F) + trackHeight(model.steps.tokens.size(), width) +
           training;
}

void drawTimeline(const Pen& pen, const TimelineModel& model, const Rect& area, Commands& commands,
                  TimelineForm form) {
    if (model.layers < 1) return;
    const float y = area.y + 18;
    const bool narrow = isNarrow(area.w);
    drawPlayButton(pen, model, area.x, y, commands);
    const float x0 = area.x + 64;
    float x1 = area.right() - (narrow ? 12 : wordsWidth(model));
    // Few layers need no long line, so it has at most 120 pixels per layer.
    x1 = std::min(x1, x0 + 120.0F * static_cast<float>(std::max(model.layers - 1, 1)));
    drawStations(pen, model, x0, x1, y, commands);
    if (!narrow) drawTextControls(pen, model, x1 + wordsGap, y, commands);
    const bool isWhole = form == TimelineForm::whole;
    if (isWhole && narrow) drawTextControls(pen, model, area.x, area.y + 60, commands);
    float top = area.y + (isWhole && narrow ? 80 : 56);
    const float high = trackHeight(model.steps.tokens.size(), area.w);
    if (isWhole && high > 0) {
        drawTokens(pen, model, {area.x, top, area.w, high}, commands);
        top += high;
    }
    if (model.training.steps.size() > 1)
        drawTraining(pen, model, {area.x, top, area.w, area.bottom() - top}, commands);
}

}  // namespace hw
