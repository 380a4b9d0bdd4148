// SPDX-License-Identifier: MIT
#include "panels/matrix/view.h"

#include <algorithm>
#include <cmath>

#include "figure/ramp_of.h"
#include "panels/matrix/view_caption.h"
#include "panels/matrix/view_layout.h"
#include "panels/matrix/view_marks.h"
#include "panels/matrix/view_numbers.h"
#include "panels/views.h"
#include "view/matrix/matrix_axes.h"
#include "view/matrix/matrix_queue.h"
#include "view/matrix/texture_keys.h"
#include "view/widgets/gesture.h"

namespace hw {
namespace {

/// The answer of the layer that is nearer during a change of layer.
const Answer* nearer(const MatrixModel& model) {
    const Answer* first = model.t < 0.5 ? model.from : model.to;
    const Answer* second = model.t < 0.5 ? model.to : model.from;
    return first != nullptr ? first : second;
}

bool hasCells(const Answer* answer) {
    return answer != nullptr && answer->rows > 0 && answer->cols > 0 &&
           answer->values.size() == std::size_t{1} * answer->rows * answer->cols;
}

MatrixView cellsOf(const Answer& answer) {
    return {answer.values.data(), answer.rows, answer.cols};
}

constexpr LocalizedText back = "show all"_tr;

/// One frame of one matrix.
class Drawing {
public:
    Drawing(const MatrixModel& model, MatrixUi& ui, MatrixRenderer& renderer, const Rect& area,
            const Pen& pen, bool low)
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
        layout_ = matrixLayout(model, rowCount_, colCount_, area, low);
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
        drawMatrixMarks(pen_, model_, layout_.plot, rows_, cols_);
        drawMatrixNotes(pen_, -1, rows_, cols_, layout_.plot);
        const PointedCell pointed = pointedCell();
        drawCaption(pointed);
        if (layout_.legend && answer_ != nullptr) {
            drawMatrixLegend(pen_, model_, ramp(), pointed, layout_, commands_);
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
        const Rect& area = layout_.text;
        const float width = wordWidth(fonts().text, type::small, back);
        float room = area.w - aboutRoom;
        if (layout_.aside) {
            // From the top down: title, caption, colours, and the button that shows all.
            const float more = titleBlock(pen_, area.x, layout_.titleMiddle, room, model_.title);
            layout_.captionMiddle = layout_.titleMiddle + more + 34;
            drawBack(area.x + chipPadding, area.bottom() - 16);
            return;
        }
        if (drawBack(area.right() - width, layout_.titleMiddle)) room -= width + 16;
        const bool isShort = wordWidth(fonts().semibold, type::title, model_.title) > room;
        titleLine(pen_, area.x, layout_.titleMiddle, room,
                  isShort ? model_.shortTitle : model_.title);
    }

    /// "show all" if only a part is visible.
    bool drawBack(float x, float middle) {
        if (ui_.window.isWhole()) return false;
        if (actionWord(pen_, "show all", fonts().text, type::small, x, middle, back).clicked)
            ui_.window = {};
        return true;
    }

    void drawCaption(const PointedCell& pointed) {
        MatrixLayout layout = layout_;
        if (pointed.there && !layout.aside) keepInSight(pointed, layout);
        if (!model_.progress.empty()) {
            constexpr float gap = 16;
            const float right = layout.text.right();
            const float middle = layout.aside ? layout.text.bottom() - 44 : layout.captionMiddle;
            const float taken = stopLine(pen_, right, middle, type::small, model_.progress,
                                         model_.stopped, commands_);
            if (!layout.aside) layout.text.w -= gap + taken;
        }
        const float height = drawMatrixCaption(pen_, model_, pointed, layout);
        if (layout_.aside) layout_.legendMiddle = layout_.captionMiddle + height + 6;
    }

    /// If the line below the matrix is out of sight, as on a phone, the number of the cell under the pointer is on a
    /// strip at the window's edge, away from the finger.
    void keepInSight(const PointedCell& pointed, MatrixLayout& layout) const {
        constexpr float strip = 28;
        const float top = pen_.list->GetClipRectMin().y;
        const float bottom = pen_.list->GetClipRectMax().y;
        if (layout.captionMiddle + strip / 2 <= bottom || layout.plot.y >= bottom) return;
        const bool isLow = rows_.middle(pointed.query) > bottom - 2.5F * strip;
        layout.captionMiddle = isLow ? top + strip / 2 : bottom - strip / 2;
        const Rect& text = layout.text;
        pen_.list->AddRectFilled({text.x - 4, layout.captionMiddle - strip / 2},
                                 {text.right() + 4, layout.captionMiddle + strip / 2},
                                 pen_.theme.panel);
    }

    /// Zooming and panning, before anything is drawn with the window.
    void takePointer() {
        hit_ = hitArea("cells", layout_.plot);
        turnPlot(hit_, layout_.plot, mostZoom(rowCount_, colCount_), ui_.window);
    }

    /// The cell under the pointer, as commands.
    void point() {
        const ImGuiIO& io = ImGui::GetIO();
        const bool dragging = hit_.isDragged(4);
        if (answer_ == nullptr || !hit_.hovered || dragging) return;
        const int row = rows_.at(io.MousePos.y);
        const int token = tokenAt(model_.queryTokens, row);
        commands_.push_back(
            SetHover{{tokenAt(model_.keyTokens, cols_.at(io.MousePos.x)), token, -1}});
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        // The second click of a double click has shown all again, so another row is under the pointer now.
        if (hit_.clicked && io.MouseClickedLastCount[0] < 2) {
            commands_.push_back(SetOutput{token, io.KeyShift || io.KeyCtrl});
        }
    }

    /// Rows and columns are units, while commands use tokens.
    static int tokenAt(const std::vector<int>& tokens, int place) {
        const std::size_t index = place;
        return place >= 0 && index < tokens.size() ? tokens[index] : place;
    }

    MatrixTexture textureOf(const Answer* answer) {
        if (!hasCells(answer)) return 0;
        return renderer_.upload(textureKey(*answer, TextureShape::matrix), cellsOf(*answer),
                                ramp());
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
        if (model_.numbers) {
            drawCellNumbers(pen_, cellsOf(*answer_), {ramp(), model_.scale}, plot, rows_, cols_);
        }
    }

    Ramp ramp() const { return rampOf(model_.form, ui_.colormap); }

    void drawLabels() {
        if (layout_.labelWidth <= 0) return;
        const Rect& plot = layout_.plot;
        drawRowLabels(pen_, model_.queryLabels, rows_, {model_.hover.query, &model_.outputs},
                      plot.x - matrixLabelGap, layout_.labelWidth);
        drawColumnLabels(pen_, model_.keyLabels, cols_, {model_.hover.key, nullptr},
                         plot.bottom() + 4, layout_.labelWidth, layout_.levelKeys);
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
    const Answer* answer_ =
        nullptr;  ///< the source of the caption's numbers, null before any has arrived
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
                        ImVec2 pos, ImVec2 size, const Pen& pen, bool low) {
    if (size.x < smallestMatrixArea.x || size.y < smallestMatrixArea.y) return {};
    // Raw attention and the chosen method are side by side, so their ids have the method.
    ImGui::PushID(static_cast<int>(model.method));
    Drawing drawing(model, ui, renderer, {pos.x, pos.y, size.x, size.y}, pen, low);
    Commands commands = drawing.draw();
    ImGui::PopID();
    return commands;
}

namespace {

/// Raw attention, and the method's matrix next to it if it fits.
void drawPanel(const PanelDrawing& on, const Rect& area) {
    UiState& ui = on.ui;
    if (ui.renderer == nullptr) return;
    const PageModel& page = on.page;
    const bool same = !specOf(page.controls.method).overLayers;
    const bool beside = !same && area.w > 380;
    const float width = beside ? (area.w - 32) / 2 : area.w;
    const bool low = isLowWindow(ImGui::GetIO().DisplaySize);
    const auto draw = [&](const MatrixModel& model, float x) {
        on.append(drawMatrixView(model, ui.matrix, *ui.renderer, {x, area.y}, {width, area.h},
                                 on.pen, low));
    };
    if (beside || same) draw(page.raw, area.x);
    if (!same) draw(page.result, beside ? area.x + width + 32 : area.x);
    const MatrixModel& first = beside || same ? page.raw : page.result;
    on.sign(Panel::matrix, matrixTitlePlace(first, {area.x, area.y, width, area.h}, low),
            first.title);
}

}  // namespace

constinit const PanelView matrixView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float) { return 150.0F; },
    .wideHeight = [](const PageModel&, float) { return 260.0F; },
    .narrowHeight = [](const PageModel&,
                       float width) { return (width > 380 ? width / 2 : width) + 120; },
};

}  // namespace hw
