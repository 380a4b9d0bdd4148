// SPDX-License-Identifier: MIT
#include "figure/figures.h"

#include <algorithm>
#include <cmath>

#include "app/compare_model.h"
#include "app/faithfulness_model.h"
#include "app/figure_caption.h"
#include "app/flow_model.h"
#include "app/heads_model.h"
#include "app/image_model.h"
#include "app/model_text.h"
#include "app/multiples_grid.h"
#include "app/multiples_model.h"
#include "app/view_models.h"
#include "figure/cells.h"
#include "figure/compare_figure.h"
#include "figure/faithfulness_figure.h"
#include "figure/flow_figure.h"
#include "figure/heads_figure.h"
#include "figure/image_figure.h"
#include "figure/paper.h"

namespace hw::figure {
namespace {

Ramp rampOf(Colormap colormap) {
    switch (colormap) {
        case Colormap::viridis: return Ramp::viridis;
        case Colormap::cividis: return Ramp::cividis;
        case Colormap::blues: break;
    }
    return Ramp::blues;
}

/// A figure from the top down.
class Drawing {
public:
    Drawing(const AppState& state, ResultStore& results, const TextWidth& width)
        : state_(settled(state)),
          results_(results),
          svg_(width),
          ramp_(rampOf(state.view.colormap)) {}

    std::string draw(Kind kind) {
        const PageModel page = pageModel(state_, results_);
        switch (kind) {
            case Kind::bars: drawBars(page.bars); break;
            case Kind::matrix: drawMatrices(page); break;
            case Kind::evolution: drawEvolution(page.evolution, page.bars.unit); break;
            case Kind::multiples:
                drawMultiples(multiplesModel(state_, results_, Axis(queryUnits(state_)),
                                             Axis(keyUnits(state_))),
                              page.bars.unit);
                break;
            default: drawOther(kind, page.bars); break;
        }
        std::string caption = figureCaption(state_, subjectOf(kind));
        if (kind == Kind::flow) caption = title_ + ". " + caption;  // which pair
        y_ += 8;
        // Where the file is shown in another, wider face, lines must still end on the paper.
        y_ += svg_.block(edge, y_, inner * 0.88F, caption, {.size = 10.5F, .colour = muted});
        return svg_.file(pageWidth, std::ceil(y_ + edge), title_, caption);
    }

private:
    void title(std::string_view text) {
        const TextStyle style{.size = 14, .strong = true};
        title_ = text;
        svg_.text(edge, y_ + 8, svg_.cut(text, inner, style), style);
        y_ += 28;
    }

    /// Figures that are written in files of their own.
    void drawOther(Kind kind, const BarsModel& bars) {
        if (kind == Kind::flow) {
            const FlowModel model = flowModel(state_, results_);
            title(model.title);
            y_ += drawFlowFigure(svg_, model, y_);
        } else if (kind == Kind::compare) {
            const CompareModel model = compareModel(state_, results_);
            title(model.title);
            y_ += drawCompareFigure(svg_, model, ramp_, y_);
        } else if (kind == Kind::heads) {
            const HeadsModel model = headsModel(state_, results_);
            title(model.title);
            y_ += drawHeadsFigure(svg_, model, ramp_, y_);
        } else if (kind == Kind::image) {
            const ImageModel model = imageModel(state_, bars);
            title(model.title);
            y_ += drawImageFigure(svg_, model, ramp_, y_);
        } else {
            const FaithfulnessModel model = faithfulnessModel(state_, results_);
            title(model.title);
            y_ += drawFaithfulnessFigure(svg_, model, y_);
        }
    }

    void drawBars(const BarsModel& bars) {
        title(bars.title);
        const TextStyle number{.size = 10, .mono = true, .anchor = Anchor::end, .colour = muted};
        const float step = bars.rows.size() > 60 ? 12.0F : 18.0F;
        std::vector<std::string> names;
        for (const TokenRow& row : bars.rows) names.push_back(row.label);
        const float left = edge + roomAtLeft(svg_, names);
        const float length = pageWidth - edge - 56 - left;
        Scale scale{ramp_, bars.scale};
        const std::string fill = hexColour(cellColour({Ramp::blues, 1}, 0.82F));
        for (std::size_t i = 0; i < bars.rows.size(); ++i) {
            const TokenRow& row = bars.rows[i];
            const float middle = y_ + step * (static_cast<float>(i) + 0.5F);
            const TextStyle name{.size = 10, .strong = row.isOutput, .anchor = Anchor::end};
            svg_.text(left - 6, middle, svg_.cut(row.label, left - edge - 6, name), name);
            svg_.text(pageWidth - edge, middle,
                      std::isnan(row.value) ? bars.gap : shownNumber(row.value, bars.decimals),
                      number);
            if (std::isnan(row.value)) continue;
            const float share = std::clamp(row.value / scale.end, 0.0F, 1.0F);
            svg_.rect(left, middle - step * 0.32F, std::max(length * share, 0.5F), step * 0.64F,
                      fill);
            if (row.value > scale.end * 1.0001F) tearBar(svg_, left + length, middle, step * 0.32F);
        }
        const float height = step * static_cast<float>(bars.rows.size());
        svg_.line(left, y_, left, y_ + height, rule);
        y_ += height + 6;
        const std::string words = bars.unit + ", a full bar is " +
                                  shownNumber(bars.scale, bars.decimals) + ". " + bars.scaleNote;
        y_ +=
            4 + svg_.block(left, y_, pageWidth - edge - left, words, {.size = 10, .colour = muted});
    }

    /// A matrix with its names; returns the height.
    float drawMatrix(const MatrixModel& model, float x, float top, float room) {
        const TextStyle heading{.size = 12, .strong = true};
        svg_.text(x, top + 7, svg_.cut(model.title, room, heading), heading);
        const Answer* answer = model.to;
        if (answer == nullptr || answer->values.empty()) {
            const std::string why =
                answer != nullptr && answer->problem ? answer->problem->finding : "not computed";
            return 24 + svg_.block(x, top + 20, room, why, {.size = 10.5F, .colour = muted});
        }
        const float left = roomAtLeft(svg_, model.queryLabels);
        const float widest = room - left;
        const float aspect = multiplesAspect(answer->rows, answer->cols);
        const float width = std::min({widest, 460.0F, 44.0F * static_cast<float>(answer->cols)});
        const Box box =
            snapped({x + left, top + 24, width, width / aspect}, answer->rows, answer->cols);
        const Scale scale{ramp_, model.scale > 0 ? model.scale : 1};
        drawCells(svg_, {answer->values.data(), answer->rows, answer->cols}, box, scale,
                  answer->values.size() > mostVectorCells / 2);
        drawNamesAtLeft(svg_, box, model.queryLabels, model.outputs);
        const float below = drawNamesBelow(svg_, box, model.keyLabels);
        drawLegend(svg_, box.x, box.bottom() + below + 14, scale, "");
        return box.bottom() + below + 28 - top;
    }

    void drawMatrices(const PageModel& page) {
        const bool beside = page.controls.method != Method::raw;
        title_ = page.result.title;
        const float room = beside ? (inner - 24) / 2 : inner;
        float height = drawMatrix(page.raw, edge, y_, room);
        if (beside) height = std::max(height, drawMatrix(page.result, edge + room + 24, y_, room));
        y_ += height;
    }

    void drawEvolution(const EvolutionModel& model, std::string_view unit) {
        title(model.title);
        if (model.values.empty()) return;
        const auto layers = static_cast<float>(model.rows);
        const auto keys = static_cast<float>(model.cols);
        const float left = edge + 34;
        const float width = std::min(pageWidth - edge - left, 44 * keys);
        const float height = layers * std::clamp(320 / layers, 8.0F, 26.0F);
        const Box box = snapped({left, y_, width, height}, model.rows, model.cols);
        const Scale scale{.ramp = ramp_, .end = model.scale, .beyond = model.beyond};
        drawCells(svg_, model.matrix(), box, scale, model.values.size() > mostVectorCells);
        std::vector<std::string> numbers;
        for (int layer = model.rows; layer >= 1; --layer) numbers.push_back(std::to_string(layer));
        drawNamesAtLeft(svg_, box, numbers, {});
        svg_.text(edge + 4, y_ + box.h / 2, "layer",
                  {.size = 10, .anchor = Anchor::middle, .colour = muted, .turn = -90});
        y_ = box.bottom() + drawNamesBelow(svg_, box, model.keyLabels) + 12;
        drawLegend(svg_, left, y_, scale, unit);
        y_ += 12;
    }

    void drawMultiples(const MultiplesModel& model, std::string_view unit) {
        title(model.title);
        const int count = static_cast<int>(model.layers.size()) - model.firstLayer;
        const int rows = static_cast<int>(model.queryLabels.size());
        const int cols = static_cast<int>(model.keyLabels.size());
        if (count <= 0 || rows == 0 || cols == 0) return;
        // Names stand at the first column alone, where a cell is as high as a line.
        const float widest = count > 12 ? 110.0F : 168.0F;
        const bool named = rows <= 18 && cols <= 18;
        const float left = edge + (named ? roomAtLeft(svg_, model.queryLabels) : 0);
        const MultiplesGrid grid = multiplesGrid(count, pageWidth - edge - left, 1e6F,
                                                 multiplesAspect(rows, cols), widest, 72);
        const Scale scale{ramp_, model.scale};
        const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols) *
                                  static_cast<std::size_t>(count);
        float bottom = y_;
        for (int place = 0; place < count; ++place) {
            const int layer = model.firstLayer + place;
            const Box box = boxOf(grid, place, left, rows, cols);
            svg_.text(box.x, box.y - 8, "Layer " + std::to_string(layer + 1),
                      {.size = 10, .strong = layer == model.layer, .colour = ink});
            drawLayer(model, layer, box, scale, cells > mostVectorCells);
            if (named && place % grid.columns == 0)
                drawNamesAtLeft(svg_, box, model.queryLabels, model.outputs);
            bottom = std::max(bottom, box.bottom());
        }
        if (named) bottom += namesOfLastRow(model, grid, left, count);
        y_ = bottom + 16;
        drawLegend(svg_, edge, y_, scale, unit);
        y_ += 12;
    }

    Box boxOf(const MultiplesGrid& grid, int place, float left, int rows, int cols) const {
        return snapped({left + grid.x(place), y_ + grid.y(place), grid.width, grid.height}, rows,
                       cols);
    }

    void drawLayer(const MultiplesModel& model, int layer, const Box& box, const Scale& scale,
                   bool asPicture) {
        const Answer* answer = model.layers[static_cast<std::size_t>(layer)];
        if (answer == nullptr) {
            svg_.frame(box.x, box.y, box.w, box.h, rule);
            return;
        }
        drawCells(svg_, {answer->values.data(), answer->rows, answer->cols}, box, scale, asPicture);
    }

    /// Names of the keys below the boxes with none under them.
    float namesOfLastRow(const MultiplesModel& model, const MultiplesGrid& grid, float left,
                         int count) {
        float height = 0;
        const int last = grid.rows(count) - 1;
        for (int place = last * grid.columns; place < count; ++place) {
            const Box box = boxOf(grid, place, left, static_cast<int>(model.queryLabels.size()),
                                  static_cast<int>(model.keyLabels.size()));
            height = std::max(height, drawNamesBelow(svg_, box, model.keyLabels));
        }
        return height;
    }

    AppState state_;
    ResultStore& results_;
    Svg svg_;
    Ramp ramp_;
    std::string title_;
    float y_ = edge;
};

}  // namespace

AppState settled(const AppState& state) {
    AppState still = state;
    still.playback.head = state.view.layer;
    still.playback.playing = false;
    still.hover = {};
    return still;
}

std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width) {
    return Drawing(state, results, width).draw(kind);
}

}  // namespace hw::figure
