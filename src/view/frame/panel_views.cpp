// SPDX-License-Identifier: MIT
#include "view/frame/panel_views.h"

#include <algorithm>
#include <cmath>

#include "panels/compare/view.h"
#include "panels/evolution/view.h"
#include "panels/evolution/view_multiples.h"
#include "panels/faithfulness/view.h"

namespace hw {
namespace {

/// Of a picture with its colours beside it in a phone's overview.
constexpr float pictureHeight = 310;

/// Draws the views of one frame; holds nothing beyond it.
class ViewDrawing {
public:
    ViewDrawing(const Pen& pen, const PageModel& model, UiState& ui, bool inPane,
                Commands& commands)
        : pen_(pen), model_(model), ui_(ui), inPane_(inPane), commands_(commands) {}

    void draw(Panel panel, const Rect& area) {
        switch (panel) {
            case Panel::overview: area.w < 560 ? drawStacked(area) : drawOverview(area); break;
            case Panel::bars: drawBarsAt(area); break;
            case Panel::matrix: drawMatrices(area); break;
            case Panel::evolution: drawLayers(area); break;
            case Panel::flow:
                drawFlow(pen_, model_.flow, ui_.flow, area, commands_);
                sign(panel, area, model_.flow.title);
                break;
            case Panel::heads:
                drawHeads(pen_, model_.heads, model_.controls, model_.raw,
                          model_.controls.method == Method::raw ? nullptr : &model_.result,
                          model_.hover, ui_.heads, ui_.matrix, ui_.renderer, area, commands_);
                sign(panel, area, model_.heads.title);
                break;
            case Panel::compare:
                drawCompare(pen_, model_.compare, ui_.matrix, ui_.renderer, ui_.compareScroll, area,
                            clickable(), commands_);
                sign(panel, area, model_.compare.title);
                break;
            case Panel::image:
                drawImage(pen_, model_.image, ui_.image, model_.controls.colormap, area, commands_);
                sign(panel, area, model_.image.title);
                break;
            case Panel::faithfulness:
                drawFaithfulness(pen_, model_.faithfulness, area, commands_);
                sign(panel, area, model_.faithfulness.title);
                break;
        }
    }

private:
    void drawOverview(const Rect& area) {
        const float left = std::floor(area.w * 0.45F);
        drawBarsAt({area.x, area.y, left, area.h});
        const float x = area.x + left + 40;
        const float width = area.right() - x;
        // Whoever opens a picture looks at it first; matrices have a view of their own.
        const auto upper = [&](const Rect& place) {
            model_.image.image != nullptr ? draw(Panel::image, place) : drawMatrices(place);
        };
        if (model_.controls.method == Method::flow) {
            // The flow itself says more than its matrix: it takes the lower half of the right side.
            upper({x, area.y, width, area.h * 0.46F});
            draw(Panel::flow, {x, area.y + area.h * 0.46F + 20, width, area.h * 0.54F - 20});
            return;
        }
        const float evolution =
            std::min(area.h * 0.36F,
                     90.0F + 26.0F * static_cast<float>(std::max(model_.timeline.layers, 2)));
        upper({x, area.y, width, area.h - evolution - 24});
        drawEvolutionAt({x, area.bottom() - evolution, width, evolution});
    }

    /// In a narrow column: the bars, and below them what still has room.
    void drawStacked(Rect area) {
        if (model_.image.image != nullptr && area.h > pictureHeight + 150) {
            draw(Panel::image, {area.x, area.y, area.w, pictureHeight});
            area.y += pictureHeight + 20;
            area.h -= pictureHeight + 20;
        }
        const float bars = barsHeight(model_.bars) + captionHeight(area.w);
        const Rect below{area.x, area.y + bars + 28, area.w, area.h - bars - 28};
        if (below.h < 150) {
            drawBarsAt(area);
            return;
        }
        drawBarsAt({area.x, area.y, area.w, bars});
        const bool flow = model_.controls.method == Method::flow;
        draw(below.h < 260 ? Panel::evolution : flow ? Panel::flow : Panel::matrix, below);
    }

    /// With the space above it; 0 if there is none.
    float captionHeight(float width) const {
        if (model_.bars.caption.empty()) return 0;
        return 8 + textBlock({pen_.theme, nullptr}, fonts().text, type::body, {0, 0, width, 0}, 0,
                             model_.bars.caption);
    }

    void drawBarsAt(const Rect& area) {
        // A low pane keeps its room for bars; the question mark says the same.
        const float caption = inPane_ && area.h < 250 ? 0 : captionHeight(area.w);
        const float height = std::min(area.h - caption, barsHeight(model_.bars));
        drawBars(pen_, model_.bars, ui_.bars, {area.x, area.y, area.w, height}, model_.hover,
                 model_.controls.ghost, clickable(), model_.surroundings.reducedMotion, commands_);
        sign(Panel::bars, area, model_.bars.title);
        if (caption > 0) {
            textBlock(pen_, fonts().text, type::body, {area.x, area.y + height + 8, area.w, 0},
                      pen_.theme.ink, model_.bars.caption);
        }
    }

    void drawMatrices(const Rect& area) {
        if (ui_.renderer == nullptr) return;
        const bool same = model_.controls.method == Method::raw;
        const bool beside = !same && area.w > 380;
        const float width = beside ? (area.w - 32) / 2 : area.w;
        if (beside || same) {
            append(drawMatrixView(model_.raw, ui_.matrix, *ui_.renderer, area.min(),
                                  {width, area.h}, pen_.theme));
        }
        if (!same) {
            append(drawMatrixView(model_.result, ui_.matrix, *ui_.renderer,
                                  {beside ? area.x + width + 32 : area.x, area.y}, {width, area.h},
                                  pen_.theme));
        }
        const MatrixModel& first = beside || same ? model_.raw : model_.result;
        sign(Panel::matrix, {area.x, area.y, width, area.h}, first.title);
    }

    /// The paper's figure, and below it, where there is room, a matrix for every layer.
    void drawLayers(const Rect& area) {
        constexpr float between = 24;
        constexpr float leastMultiples = 110;
        const float natural = evolutionHeight(model_.evolution);
        const float upper = std::min(natural, std::max(area.h * 0.42F, 150.0F));
        const float rest = area.h - upper - between;
        if (ui_.renderer == nullptr || rest < leastMultiples) return drawEvolutionAt(area);
        drawEvolutionAt({area.x, area.y, area.w, upper});
        drawMultiples(pen_, model_.multiples, *ui_.renderer, model_.controls.colormap,
                      {area.x, area.y + upper + between, area.w, rest}, commands_);
    }

    void drawEvolutionAt(const Rect& area) {
        drawEvolution(pen_, model_.evolution, ui_.renderer, area, model_.controls.colormap,
                      model_.hover, commands_);
        sign(Panel::evolution, area, model_.evolution.title);
    }

    /// Behind the title, or at the end of the room where a title was cut.
    void sign(Panel panel, const Rect& area, const std::string& title) {
        if (inPane_ || title.empty()) return;
        const float end = area.x + wordWidth(fonts().semibold, type::title, title) + 18;
        if (end > area.right() - 8) return;
        drawAboutSign(pen_, panel, {end, area.y + 10}, commands_);
    }

    /// In the cross view keys are no outputs: a click on a key means nothing there.
    bool clickable() const { return model_.keysAreOutputs; }

    void append(const Commands& more) {
        commands_.insert(commands_.end(), more.begin(), more.end());
    }

    const Pen& pen_;
    const PageModel& model_;
    UiState& ui_;
    bool inPane_;
    Commands& commands_;
};

}  // namespace

const char* panelWord(Panel panel) {
    return wordsOf<Panel>()[static_cast<std::size_t>(panel)].label.data();
}

void drawPanelView(const Pen& pen, const PageModel& model, UiState& ui, Panel panel,
                   const Rect& area, bool inPane, Commands& commands) {
    ImGui::PushID(static_cast<int>(panel));
    ViewDrawing(pen, model, ui, inPane, commands).draw(panel, area);
    ImGui::PopID();
}

float leastHeight(const PageModel& model, Panel panel, float width) {
    switch (panel) {
        case Panel::overview:
        case Panel::bars: return 150;
        case Panel::matrix: return 150;
        case Panel::evolution: return 130;
        case Panel::flow: return 230;
        case Panel::heads: return 200;
        case Panel::compare: return std::min(compareHeight(model.compare, width), 420.0F);
        case Panel::image: return width > 560 ? 260 : 220;
        case Panel::faithfulness:
            return std::min(faithfulnessHeight(model.faithfulness, width, model.surroundings.touch),
                            280.0F);
    }
    return 0;
}

namespace {

/// In a low window that has room for two things side by side.
float wideHeight(const PageModel& model, Panel panel, float width) {
    switch (panel) {
        case Panel::overview: return model.controls.method == Method::flow ? 560 : 420;
        case Panel::bars: return std::min(barsHeight(model.bars) + 40, 320.0F);
        case Panel::matrix: return 260;
        case Panel::evolution:
            return evolutionHeight(model.evolution) + 24 + multiplesHeight(model.multiples, width);
        case Panel::flow:
            return std::clamp(114 + 13 * static_cast<float>(model.flow.rows.size()), 238.0F,
                              320.0F);
        case Panel::heads: return 420;
        case Panel::compare: return std::min(compareHeight(model.compare, width), 560.0F);
        case Panel::image: return 340;
        case Panel::faithfulness:
            return faithfulnessHeight(model.faithfulness, width, model.surroundings.touch);
    }
    return 0;
}

}  // namespace

float phoneHeight(const PageModel& model, Panel panel, float width) {
    if (width >= 560) return wideHeight(model, panel, width);
    switch (panel) {
        case Panel::matrix: return (width > 380 ? width / 2 : width) + 120;
        case Panel::evolution: return 260 + 24 + multiplesHeight(model.multiples, width);
        case Panel::flow:
        case Panel::heads: return 480;
        case Panel::compare: return std::min(compareHeight(model.compare, width), 720.0F);
        case Panel::image: return imageHeight(model.image, width);
        case Panel::faithfulness:
            return faithfulnessHeight(model.faithfulness, width, model.surroundings.touch);
        default:
            return std::min(barsHeight(model.bars) + 60, 560.0F) +
                   (model.image.image != nullptr && panel == Panel::overview ? pictureHeight + 20
                                                                             : 0);
    }
}

void drawAboutSign(const Pen& pen, Panel panel, ImVec2 centre, Commands& commands) {
    constexpr float radius = 7.5F;
    ImGui::PushID(static_cast<int>(panel));
    const float size = targetHeight(pen.theme, 24);
    const Hit hit = hitArea("about", {centre.x - size / 2, centre.y - size / 2, size, size});
    ImGui::PopID();
    const ImU32 colour = hit.hovered ? pen.theme.selection : pen.theme.muted;
    pen.list->AddCircle(centre, radius, faded(colour, hit.hovered ? 1.0F : 0.7F), 24, 1);
    textLine(pen, fonts().text, type::label, centre.x, centre.y, colour, "?", Align::centre);
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, "What am I looking at?");
    }
    if (hit.clicked) commands.push_back(ShowDialog{"about-" + std::string(nameOf(panel))});
}

}  // namespace hw
