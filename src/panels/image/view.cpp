// SPDX-License-Identifier: MIT
#include "panels/image/view.h"

#include <algorithm>
#include <cmath>

#include "figure/ramp_of.h"
#include "panels/image/model.h"
#include "panels/image/view_colours.h"
#include "panels/image/view_tiles.h"
#include "panels/views.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float sideWidth = 216;
constexpr float settingsHeight = 304;  ///< if they are below the picture
constexpr float leastPicture = 100;    ///< min. height, below which the caption is dropped

/// The choice of the output, a token other than the patches, or all outputs.
float drawOutputs(const Pen& pen, const ImageModel& model, const Rect& area, Commands& commands) {
    heading(pen, area.x, area.y + 8, "READ AT"_tr);
    WordLine line{pen, area.x, area.right(), area.y + 32};
    const bool chosen = model.outputMode == OutputMode::chosen;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(model.others.size(), most); ++i) {
        const ImageToken& other = model.others[i];
        if (line.choice(other.label, chosen && other.isOutput)) {
            commands.push_back(SetOutput{other.token, false});
        }
    }
    if (line.choice("mean of all"_tr, model.outputMode == OutputMode::meanOfAll)) {
        commands.push_back(Set{&ViewState::outputMode, OutputMode::meanOfAll});
    }
    textLine(pen, fonts().text, type::small, area.x, line.middle + 30, pen.theme.muted,
             "or click a patch"_tr);
    return line.middle + 48 - area.y;
}

/// The colours as they look over a grey of the dimmed picture.
void drawLegend(const Pen& pen, const ImageModel& model, Ramp ramp, const Rect& area) {
    constexpr int steps = 48;
    const float step = area.w / steps;
    constexpr auto grey = static_cast<int>(128 * pictureDim);
    pen.list->AddRectFilled(area.min(), {area.right(), area.y + 8},
                            IM_COL32(grey, grey, grey, 255));
    for (int i = 0; i < steps; ++i) {
        const float t = (static_cast<float>(i) + 0.5F) / steps;
        const float x = area.x + step * static_cast<float>(i);
        pen.list->AddRectFilled(
            {x, area.y}, {x + step, area.y + 8},
            faded(rampColour(ramp, t, true, 0), static_cast<float>(model.opacity)));
    }
    pen.list->AddRect({area.x, area.y}, {area.right(), area.y + 8}, pen.theme.rule);
    textLine(pen, fonts().mono, type::label, area.x, area.y + 20, pen.theme.muted,
             scaleStart(ramp, model.scale));
    textLine(pen, fonts().text, type::label, area.x + area.w / 2, area.y + 20, pen.theme.muted,
             model.unit, Align::centre);
    textLine(pen, fonts().mono, type::label, area.right(), area.y + 20, pen.theme.muted,
             (model.beyond ? "≥ " : "") + shownNumber(static_cast<double>(model.scale)),
             Align::right);
}

/// "14 × 14 patches", with a menu of other grids if the file does not define it.
float drawGridText(const Pen& pen, const ImageModel& model, const Rect& area, Commands& commands) {
    if (model.grids.empty()) return 0;
    heading(pen, area.x, area.y + 8, "GRID"_tr);
    WordLine line{pen, area.x, area.right(), area.y + 32};
    const std::string text = describeGrid(model.rows, model.cols, model.firstPatch) + " …";
    if (line.action(text, {.id = "grid"})) commands.push_back(ShowDialog{"grid"});
    return 52;
}

/// How the patches are drawn over the picture, and the meaning of their colours.
float drawSide(const Pen& pen, const ImageModel& model, Ramp ramp, const Rect& area,
               Commands& commands) {
    float y = area.y;
    heading(pen, area.x, y + 8, "PATCHES"_tr);
    WordLine line{pen, area.x, area.right(), y + 32};
    for (const PatchForm form : {PatchForm::smooth, PatchForm::grid}) {
        const LocalizedText text = form == PatchForm::smooth ? "smooth"_tr : "as a grid"_tr;
        if (line.choice(text, model.form == form)) {
            commands.push_back(Set{&ViewState::patchForm, form});
        }
    }
    y += 52;
    WordLine every{pen, area.x, area.right(), y + 8};
    for (const ImageScope of : {ImageScope::layer, ImageScope::layers}) {
        if (every.choice(std::string(wordOf(of).label), model.of == of))
            commands.push_back(Set{&ViewState::imageOf, of});
    }
    y += 28;
    const SliderResult slider = sliderRow(pen, "opacity", {area.x, y, area.w, 46}, "Opacity"_tr,
                                          twoDecimals(model.opacity), model.opacity, 0, 1);
    if (slider.changed || slider.settled) {
        commands.push_back(Set{&ViewState::patchOpacity, slider.value, slider.settled});
    }
    y += 62;
    drawLegend(pen, model, ramp, {area.x, y, area.w, 8});
    y += 50;
    y += drawOutputs(pen, model, {area.x, y, area.w, 0}, commands);
    y += drawGridText(pen, model, {area.x, y, area.w, 0}, commands);
    return y - area.y;
}

/// The original and the picture with colours, as large as their shape allows. They are side by side, above each other,
/// or only the second if both would be too small.
struct Pair {
    static constexpr float label = 20;  ///< above each
    Rect original, overlay;
    bool both = true;
    float right() const { return overlay.right(); }
};

Pair paired(const Rect& room, float aspect, float below) {
    constexpr float gap = 24;
    const auto fitted = [&](float width, float height) {
        const float w = std::min(width, std::max(height - Pair::label - below, 1.0F) * aspect);
        return ImVec2{std::floor(w), std::floor(w / aspect)};
    };
    const float top = room.y + Pair::label;
    const ImVec2 beside = fitted((room.w - gap) / 2, room.h);
    const ImVec2 stacked = fitted(room.w, (room.h - 8) / 2);
    const ImVec2 alone = fitted(room.w, room.h);
    Pair pair;
    const bool across = beside.x >= stacked.x;
    const ImVec2 size = across ? beside : stacked;
    pair.both = size.x * size.y > 1600 || size.x > 0.6F * alone.x;
    const ImVec2 shown = pair.both ? size : alone;
    pair.original = {room.x, top, shown.x, shown.y};
    pair.overlay = pair.original;
    if (pair.both)
        (across ? pair.overlay.x : pair.overlay.y) +=
            across ? shown.x + gap : shown.y + below + 8 + Pair::label;
    return pair;
}

void drawPair(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp, const Pair& pair,
              Commands& commands) {
    const auto name = [&](const Rect& box, LocalizedText text) {
        textLine(pen, fonts().text, type::small, box.x, box.y - 10, pen.theme.muted,
                 elided(fonts().text, type::small, text, box.w));
    };
    const PatchPicture of{model, 0, model.shown, -1};
    takePicture(*model.image, ui.region(0));
    if (pair.both) {
        name(pair.original, "Original"_tr);
        drawOriginal(pen, of, ui, pair.original, commands);
    }
    const LocalizedText over = "Attention overlay"_tr;
    const bool fits = wordWidth(fonts().text, type::small, over) <= pair.overlay.w;
    name(pair.overlay, fits ? over : "Attention"_tr);
    noteFigure(pen, "picture", pair.overlay);
    drawOverlay(pen, of, ui, ramp, "picture", 0, 192, pair.overlay, commands);
}

/// Text between the pictures, as words with a coloured stripe. Returns the height. Draws nothing without a list.
float drawText(const Pen& pen, const ImageModel& model, Ramp ramp, const Rect& area,
               Commands& commands) {
    constexpr std::size_t most = 120;
    WordLine line{pen, area.x, area.right(), area.y + 12};
    for (std::size_t i = 0; i < std::min(model.others.size(), most); ++i) {
        const ImageToken& other = model.others[i];
        const float width =
            std::max(wordWidth(fonts().text, type::small, other.label) + 2 * chipPadding,
                     targetHeight(pen.theme, 0)) +
            line.gap;
        line.makeRoom(width);
        const float left = line.x;
        if (pen.list != nullptr && !std::isnan(other.value)) {
            const float share = std::clamp(other.value / model.scale, 0.0F, 1.0F);
            pen.list->AddRectFilled({left, line.middle + 10},
                                    {left + width - line.gap, line.middle + 14},
                                    rampColour(ramp, share, true, 0));
        }
        if (pen.list == nullptr) {
            line.x += width;
        } else {
            const std::string id = other.label + "##" + std::to_string(other.token);
            if (line.choice(other.label, other.isOutput && model.outputMode == OutputMode::chosen,
                            {.id = id.c_str(), .tip = exactText(other.value)}))
                commands.push_back(SetOutput{other.token, false});
        }
    }
    return line.middle + 22 - area.y;
}

}  // namespace

float imageHeight(const ImageModel& model, float width) {
    if (!model.tiles.empty()) return 150 + settingsHeight + tilesHeight(model, width);
    const float aspect =
        static_cast<float>(model.cols) / static_cast<float>(std::max(model.rows, 1));
    const float beside = (width - 24) / 2 / aspect + Pair::label;
    const float stacked = 2 * (width / aspect + Pair::label + 26);
    return 120 + settingsHeight + (aspect > 2.5F ? stacked : beside);
}

namespace {

/// Height of the settings next to the picture, with title and caption.
float besideHeight(const ImageModel& model, float ofTiles) {
    return !model.tiles.empty() ? ofTiles : model.grids.empty() ? 430.0F : 482.0F;
}

}  // namespace

void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands) {
    titleLine(pen, area.x, area.y + 10, area.w - aboutRoom, model.title);
    if (model.image == nullptr) return;
    if (model.standing.isRefused()) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + titleHeight, area.w, 0},
                  pen.theme.muted, model.standing.text);
        return;
    }
    const Ramp ramp = rampOf(model.valueForm, pictureRamp(rampOf(colormap)));
    const float grid = static_cast<float>(model.cols) / static_cast<float>(model.rows);
    const RegionUi& textures = ui.region(0);
    const float aspect =
        textures.aspect > 0 && textures.shows(*model.image) ? textures.aspect : grid;
    const bool beside = !isNarrow(area.w) && area.h >= besideHeight(model, 260);
    // A small place has only the legend, without other settings.
    const bool small = !beside && area.h < 440;
    const float names = model.rows == 1 ? 18 : 0;
    Rect room{area.x, area.y + titleHeight - 6, area.w - (beside ? sideWidth + 40 : 0), 0};
    const float caption = 10 + textBlock({pen.theme, nullptr}, fonts().text, type::body,
                                         {0, 0, room.w, 0}, 0, model.caption);
    const float foot = beside ? 0 : small ? 38 : settingsHeight;
    room.h = area.bottom() - room.y - caption - foot;
    if (!model.tiles.empty()) {
        // Pictures among text show it below them. Tokens such as [CLS] are at the side.
        const bool isText = !model.image->isVideo && !model.image->more.empty();
        const float text =
            isText
                ? std::min(drawText({pen.theme, nullptr}, model, ramp, {0, 0, room.w, 0}, commands),
                           room.h / 3)
                : 0;
        room.h -= text;
        drawTiles(pen, model, ui, ramp, room, commands);
        if (isText) drawText(pen, model, ramp, {room.x, room.bottom(), room.w, text}, commands);
        float y = room.bottom() + text + 10;
        y += textBlock(pen, fonts().text, type::body, {area.x, y, room.w, 0}, pen.theme.ink,
                       model.caption);
        if (small)
            return drawLegend(pen, model, ramp, {area.x, y + 8, std::min(area.w, 216.0F), 8});
        drawSide(pen, model, ramp,
                 beside ? Rect{room.right() + 40, room.y, sideWidth, room.h}
                        : Rect{area.x, y + 20, area.w, 0},
                 commands);
        return;
    }
    // A low place has pictures instead of the caption, whose numbers are also in the bars.
    const bool words = !small || paired(room, aspect, names).overlay.h >= leastPicture;
    if (!words) room.h += caption;
    const Pair pair = paired(room, aspect, names);
    if (pair.overlay.w < 16 || pair.overlay.h < 4) return;
    drawPair(pen, model, ui, ramp, pair, commands);
    const float below = pair.overlay.bottom() + names + 10;
    const auto drawCaption = [&](float y) {
        return y + textBlock(pen, fonts().text, type::body, {area.x, y, room.w, 0}, pen.theme.ink,
                             model.caption);
    };
    if (small) {
        const float y = words ? drawCaption(below) + 8 : below;
        drawLegend(pen, model, ramp, {area.x, y, std::min(area.w, 216.0F), 8});
        return;
    }
    if (!beside) {
        drawSide(pen, model, ramp, {area.x, drawCaption(below) + 20, area.w, 0}, commands);
        return;
    }
    const Rect side{pair.right() + 40, room.y, sideWidth, room.h};
    const float end = side.y + drawSide(pen, model, ramp, side, commands);
    // The caption goes below small pictures and the settings next to them, since it would run into their column.
    drawCaption(side.x < room.right() ? std::max(below, end) : below);
}

constinit const PanelView imageView{
    .draw =
        [](const PanelDrawing& on, const Rect& area) {
            const ImageModel& model = on.page.of<ImageModel>();
            drawImage(on.pen, model, on.ui.own.at<ImageUi>(), on.page.controls.colormap, area,
                      on.commands);
            on.sign(Panel::image, area, model.title);
        },
    // The settings next to the picture end above the caption below it.
    .leastHeight =
        [](const PageModel& page, float width) {
            return isNarrow(width) ? 220.0F : besideHeight(page.of<ImageModel>(), 260);
        },
    .wideHeight = [](const PageModel& page,
                     float) { return besideHeight(page.of<ImageModel>(), 340); },
    .narrowHeight = [](const PageModel& page,
                       float width) { return imageHeight(page.of<ImageModel>(), width); },
};

}  // namespace hw
