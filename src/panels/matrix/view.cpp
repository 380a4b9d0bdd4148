// SPDX-License-Identifier: MIT
#include "panels/matrix/view.h"

#include <algorithm>
#include <cmath>

#include "figure/ramp_of.h"
#include "panels/matrix/view_caption.h"
#include "panels/matrix/view_layout.h"
#include "panels/views.h"
#include "view/matrix/matrix_axes.h"
#include "view/matrix/matrix_queue.h"
#include "view/matrix/texture_keys.h"
#include "view/widgets/gesture.h"

namespace hw {
namespace {

/// The answer that stands nearer to where the picture is.
const Answer* nearer(const MatrixModel& model) {
    const Answer* first = model.t < 0.5 ? model.from : model.to;
    const Answer* second = model.t < 0.5 ? model.to : model.from;
    return first != nullptr ? first : second;
}

bool hasCells(const Answer* answer) {
    return answer != nullptr && answer->rows > 0 && answer->cols > 0 &&
           answer->values.size() ==
               static_cast<std::size_t>(answer->rows) * static_cast<std::size_t>(answer->cols);
}

MatrixView cellsOf(const Answer& answer) {
    return {answer.values.data(), answer.rows, answer.cols};
}

/// One frame of one matrix.
class Drawing {
public:
    Drawing(const MatrixModel& model, MatrixUi& ui, MatrixRenderer& renderer, const Rect& area,
            const Pen& pen)
        : model_(model),
          ui_(ui),
          renderer_(renderer),
          pen_{pen.theme, ImGui::GetWindowDrawList(), pen.notes} {
        const Answer* answer = nearer(model);
        answer_ = hasCells(answer) ? answer : nullptr;
        rowCount_ = answer_ != nullptr ? answer_->rows : static_cast<int>(model.queryLabels.size());
        colCount_ = answer_ != nullptr ? answer_->cols : static_cast<int>(model.keyLabels.size());
        rowCount_ = std::max(rowCount_, 1);
        colCount_ = std::max(colCount_, 1);
        layout_ = matrixLayout(model, rowCount_, colCount_, area);
    }

    Commands draw() {
        followDocument();
        drawTitle();
        takePointer();
        const MatrixWindow& window = ui_.window;
        cols_ = matrixAxis(layout_.plot.x, layout_.plot.w, colCount_, window.x, window.zoom);
        rows_ = matrixAxis(layout_.plot.y, layout_.plot.h, rowCount_, window.y, window.zoom);
        point();
        drawCells();
        drawLabels();
        drawMarks();
        const PointedCell pointed = pointedCell();
        drawCaption(pointed);
        if (layout_.legend && answer_ != nullptr) {
            drawMatrixLegend(pen_, model_, ramp(), pointed, layout_);
        }
        return std::move(commands_);
    }

private:
    void followDocument() {
        if (answer_ == nullptr || !model_.leads) return;
        const Query& query = answer_->query;
        if (query.document == ui_.document && query.example == ui_.example &&
            query.side == ui_.side) {
            return;
        }
        ui_.document = query.document;
        ui_.example = query.example;
        ui_.side = query.side;
        ui_.window = {};
    }

    void drawTitle() {
        const Rect& area = layout_.area;
        float room = area.w;
        if (!ui_.window.isWhole()) {
            constexpr const char* back = "show all";
            const float width = wordWidth(fonts().text, type::small, back);
            room -= width + 16;
            if (wordButton(pen_, back, fonts().text, type::small, area.right() - width,
                           layout_.titleMiddle, back)
                    .clicked) {
                ui_.window = {};
            }
        }
        titleLine(pen_, area.x, layout_.titleMiddle, room - aboutRoom, model_.title);
    }

    void drawCaption(const PointedCell& pointed) {
        MatrixLayout layout = layout_;
        if (!model_.progress.empty()) {
            constexpr float gap = 16;
            layout.area.w -=
                gap + stopLine(pen_, layout.area.right(), layout.captionMiddle, type::small,
                               model_.progress, model_.stopped, commands_);
        }
        drawMatrixCaption(pen_, model_, pointed, layout);
    }

    /// Zooming and panning, before anything is drawn with the window.
    void takePointer() {
        hit_ = hitArea("cells", layout_.plot);
        turnPlot(hit_, layout_.plot, mostZoom(rowCount_, colCount_), ui_.window);
    }

    /// What the pointer points at, as commands.
    void point() {
        const ImGuiIO& io = ImGui::GetIO();
        const bool dragging = hit_.isDragged(4);
        if (answer_ == nullptr || !hit_.hovered || dragging) return;
        const int row = rows_.at(io.MousePos.y);
        const int token = tokenAt(model_.queryTokens, row);
        commands_.push_back(
            SetHover{{tokenAt(model_.keyTokens, cols_.at(io.MousePos.x)), token, -1}});
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        // The second click of a double click has shown all again: another row lies under it now.
        if (hit_.clicked && io.MouseClickedLastCount[0] < 2) {
            commands_.push_back(SetOutput{token, io.KeyShift || io.KeyCtrl});
        }
    }

    /// Rows and columns are units; commands name tokens.
    static int tokenAt(const std::vector<int>& tokens, int place) {
        const std::size_t index = place;
        return place >= 0 && index < tokens.size() ? tokens[index] : place;
    }

    MatrixTexture textureOf(const Answer* answer) {
        if (!hasCells(answer)) return 0;
        return renderer_.upload(textureKey(*answer, TextureShape::matrix), cellsOf(*answer));
    }

    void drawCells() {
        const Rect& plot = layout_.plot;
        if (answer_ == nullptr) {
            pen_.list->AddRectFilled(plot.min(), plot.max(), pen_.theme.panel);
            return;
        }
        MatrixDraw draw = matrixIn(plot, ramp(), pen_.theme);
        draw.from = textureOf(model_.from);
        draw.to = textureOf(model_.to);
        draw.t = static_cast<float>(model_.t);
        draw.firstCol = static_cast<float>(cols_.first);
        draw.firstRow = static_cast<float>(rows_.first);
        draw.cols = static_cast<float>(cols_.visible);
        draw.rows = static_cast<float>(rows_.visible);
        draw.scale = model_.scale;
        draw.grid = true;
        queueMatrix(pen_.list, renderer_, draw);
    }

    Ramp ramp() const { return model_.diverging ? Ramp::diverging : rampOf(ui_.colormap); }

    void drawLabels() {
        if (layout_.labelWidth <= 0) return;
        const Rect& plot = layout_.plot;
        drawRowLabels(pen_, model_.queryLabels, rows_, {model_.hover.query, &model_.outputs},
                      plot.x - matrixLabelGap, layout_.labelWidth);
        drawColumnLabels(pen_, model_.keyLabels, cols_, {model_.hover.key, nullptr},
                         plot.bottom() + 4, layout_.labelWidth, layout_.levelKeys);
    }

    /// Outlines around the outputs' rows, then the linked cursor.
    void drawMarks() {
        const Rect& plot = layout_.plot;
        pen_.list->PushClipRect({plot.x - 6, plot.y - 2}, {plot.right() + 2, plot.bottom() + 2},
                                true);
        const std::vector<int>& outputs = model_.outputs;
        for (std::size_t i = 0; i < outputs.size();) {
            std::size_t end = i + 1;
            while (end < outputs.size() && outputs[end] == outputs[end - 1] + 1) ++end;
            markRows(rows_.place(outputs[i]), rows_.place(outputs[end - 1] + 1));
            i = end;
        }
        drawCursor();
        pen_.list->PopClipRect();
        drawMatrixNotes(pen_, -1, rows_, cols_, plot);
    }

    /// An outline; rows of a few pixels would vanish under it and get a mark at their side instead.
    void markRows(float top, float bottom) {
        const Rect& plot = layout_.plot;
        if (bottom - top >= 5) {
            outline(cols_.place(0), top, cols_.place(colCount_), bottom, 1.5F);
            return;
        }
        pen_.list->AddRectFilled({plot.x - 5, top}, {plot.x - 1, std::max(bottom, top + 2)},
                                 pen_.theme.selection);
    }

    void outline(float left, float top, float right, float bottom, float width) {
        const Rect& plot = layout_.plot;
        // What is cut off by the window still closes at its edge.
        left = std::max(left, plot.x - 1);
        right = std::min(right, plot.right() + 1);
        bottom = std::max(bottom, top + 3);
        right = std::max(right, left + 3);
        pen_.list->AddRect({left, top}, {right, bottom}, pen_.theme.selection, 0, 0, width);
    }

    void drawCursor() {
        const Rect& plot = layout_.plot;
        const auto [key, query, layer] = model_.hover;
        const bool hasKey = key >= 0 && key < colCount_;
        const bool hasQuery = query >= 0 && query < rowCount_;
        if (hasKey && hasQuery) {
            const ImU32 thin = faded(pen_.theme.selection, 0.6F);
            const float x = cols_.middle(key);
            const float y = rows_.middle(query);
            hline(pen_, plot.x, cols_.place(key), y, thin);
            vline(pen_, x, rows_.place(query + 1), plot.bottom(), thin);
            outline(cols_.place(key), rows_.place(query), cols_.place(key + 1),
                    rows_.place(query + 1), 1.5F);
        } else if (hasKey) {
            outline(cols_.place(key), plot.y, cols_.place(key + 1), plot.bottom(), 1);
        } else if (hasQuery) {
            outline(plot.x, rows_.place(query), plot.right(), rows_.place(query + 1), 1);
        }
    }

    PointedCell pointedCell() const {
        PointedCell cell{.query = model_.hover.query, .key = model_.hover.key};
        cell.there = answer_ != nullptr && cell.key >= 0 && cell.key < colCount_ &&
                     cell.query >= 0 && cell.query < rowCount_;
        if (cell.there) cell.value = cellsOf(*answer_)(cell.query, cell.key);
        return cell;
    }

    const MatrixModel& model_;
    MatrixUi& ui_;
    MatrixRenderer& renderer_;
    Pen pen_;
    const Answer* answer_ = nullptr;  ///< whose numbers are told; null while none is there
    int rowCount_ = 0;
    int colCount_ = 0;
    MatrixLayout layout_;
    MatrixAxis cols_;
    MatrixAxis rows_;
    Hit hit_;
    Commands commands_;
};

}  // namespace

Commands drawMatrixView(const MatrixModel& model, MatrixUi& ui, MatrixRenderer& renderer,
                        ImVec2 pos, ImVec2 size, const Pen& pen) {
    if (size.x < smallestMatrixArea.x || size.y < smallestMatrixArea.y) return {};
    // Raw attention and the chosen method stand side by side: their ids differ by the method.
    ImGui::PushID(static_cast<int>(model.method));
    Drawing drawing(model, ui, renderer, {pos.x, pos.y, size.x, size.y}, pen);
    Commands commands = drawing.draw();
    ImGui::PopID();
    return commands;
}

namespace {

/// Raw attention, and where there is room the method's matrix beside it.
void drawPanel(const PanelDrawing& on, const Rect& area) {
    UiState& ui = on.ui;
    if (ui.renderer == nullptr) return;
    const PageModel& page = on.page;
    const bool same = page.controls.method == Method::raw;
    const bool beside = !same && area.w > 380;
    const float width = beside ? (area.w - 32) / 2 : area.w;
    const auto draw = [&](const MatrixModel& model, float x) {
        on.append(
            drawMatrixView(model, ui.matrix, *ui.renderer, {x, area.y}, {width, area.h}, on.pen));
    };
    if (beside || same) draw(page.raw, area.x);
    if (!same) draw(page.result, beside ? area.x + width + 32 : area.x);
    const MatrixModel& first = beside || same ? page.raw : page.result;
    on.sign(Panel::matrix, {area.x, area.y, width, area.h}, first.title);
}

}  // namespace

constinit const PanelView matrixView{
    .draw = drawPanel,
    .least = [](const PageModel&, float) { return 150.0F; },
    .wide = [](const PageModel&, float) { return 260.0F; },
    .narrow = [](const PageModel&, float width) { return (width > 380 ? width / 2 : width) + 120; },
};

}  // namespace hw
