// SPDX-License-Identifier: MIT
#include "panels/graph/lines.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "panels/graph/overlay.h"
#include "panels/graph/trace.h"
#include "panels/heads/model.h"

namespace hw {
namespace {

constexpr int mostLines = 4000;  ///< max., since each is drawn

/// Adds all values of a matrix above 0. Returns how many are negative.
int addLines(std::vector<GraphLine>& lines, const float* values, int rows, int cols, int head) {
    int below = 0;
    for (int query = 0; query < rows; ++query) {
        for (int key = 0; key < cols; ++key) {
            const float value = values[static_cast<std::ptrdiff_t>(query) * cols + key];
            if (value > 0) lines.push_back({query, key, head, value});
            below += value < 0 ? 1 : 0;
        }
    }
    return below;
}

/// Keeps the lines to draw, the largest last. Returns how many there were.
std::size_t keepLines(GraphModel& model) {
    std::vector<GraphLine>& lines = model.lines;
    const std::size_t all = lines.size();
    std::vector<double> values;
    for (const GraphLine& line : lines) values.push_back(static_cast<double>(line.value));
    model.smallest = model.edges > 0 ? model.edges : fittingSize(values, mostLines / 4);
    std::erase_if(lines, [&](const GraphLine& line) {
        return line.value < static_cast<float>(model.smallest);
    });
    std::ranges::stable_sort(lines, {}, &GraphLine::value);
    if (lines.size() > mostLines) lines.erase(lines.begin(), lines.end() - mostLines);
    return all;
}

}  // namespace

std::string edgeSizeText(double size) {
    if (size < 1e-4) return shownNumber(size);
    return size < 0.001 ? shownNumber(size, 4) : inLanguage(numberText(size));
}

bool showsHeads(const AppState& state) {
    return !specOf(state.view.method).overLayers && state.headCount() > 1 && !state.view.bothFiles;
}

namespace {
/// The lines of two matrices, each as large as its larger value until they are classified.
void addBoth(std::vector<GraphLine>& lines, const Answer& here, const Answer& before) {
    for (int query = 0; query < here.rows; ++query) {
        for (int key = 0; key < here.cols; ++key) {
            const std::size_t at = static_cast<std::size_t>(query) * here.cols + key;
            const float values[] = {here.values[at], before.values[at]};
            const float larger = std::fmax(values[0], values[1]);
            if (!(larger > 0)) continue;
            GraphLine& line = lines.emplace_back(query, key, -1, larger);
            line.here = values[0];
            line.before = values[1];
        }
    }
}

double sumOf(const Answer& answer) {
    double sum = 0;
    for (const float value : answer.values) sum += value > 0 ? static_cast<double>(value) : 0;
    return sum;
}

/// Lines of the present file and of the previous one.
void fillBoth(GraphModel& model, const AppState& state, ResultStore& results,
              const Answer& present) {
    const std::optional<AppState> own = earlierState(state, model.standing);
    if (!own) return;
    const Query query = matrixQuery(*own, own->view.method, own->view.layer);
    model.standing = standingOf(*own, results, query);
    const Answer* before = shownMatrix(*own, results, query);
    if (before == nullptr) return;
    if (before->rows != present.rows || before->cols != present.cols) {
        model.standing = refused("The two files merge tokens into different words."_tr);
        return;
    }
    addBoth(model.lines, present, *before);
    keepLines(model);
    if (model.lines.size() == mostLines)
        model.smallest = static_cast<double>(model.lines.front().value);
    classify(model.lines, model.smallest);
    if (!model.lines.empty()) model.largest = model.lines.back().value;
    model.shared = {sharesOf(model.lines, state.view.layer, sumOf(present), sumOf(*before))};
    model.caption = formatText("Values of at least {} are drawn ({})."_tr,
                               {edgeSizeText(model.smallest), describeCounts(model)}) +
                    " " + describeWidths(model, "all values"_tr);
    if (!specOf(state.view.method).overLayers && state.headCount() > 1)
        model.caption.append(" ").append("All chosen heads are combined."_tr);
}
}  // namespace

void fillLines(GraphModel& model, const AppState& state, ResultStore& results) {
    const ViewState& view = state.view;
    const Axis queries(queryUnits(state));
    const Axis keys(keyUnits(state));
    fillFrame(model, state, queries, keys);
    const int rows = static_cast<int>(queries.tokens.size());
    const int cols = static_cast<int>(keys.tokens.size());
    const Query query = matrixQuery(state, view.method, view.layer);
    const bool raw = !specOf(view.method).overLayers;
    model.title =
        formatText("{}, {}, as lines"_tr,
                   {raw ? rawTitle(state) : std::string(specOf(view.method).label),
                    layerRange(raw ? view.layer : view.settings.startLayer, view.layer)}) +
        describeCuts(state);
    model.standing = standingOf(state, results, query);
    const HeadsModel thumbnails = showsHeads(state) ? headsModel(state, results) : HeadsModel{};
    const Answer* heads = nullptr;
    int below = 0;
    if (thumbnails.everyToken && thumbnails.rows == rows && thumbnails.cols == cols &&
        view.layer < static_cast<int>(thumbnails.thumbnails.size())) {
        heads = thumbnails.thumbnails[view.layer];
    }
    if (heads != nullptr) {
        model.heads = state.headCount();
        for (int head = 0; head < model.heads; ++head) {
            const std::vector<int>& used = fusedHeads(view.settings, view.layer);
            if (!used.empty() && !std::ranges::binary_search(used, head)) continue;
            model.usedHeads.push_back(head);
            below += addLines(
                model.lines, heads->values.data() + static_cast<std::ptrdiff_t>(head) * rows * cols,
                rows, cols, head);
        }
    } else {
        const Answer* answer = plainMatrix(state, results, query);
        if (answer == nullptr || answer->rows != rows || answer->cols != cols) return;
        if (state.view.bothFiles) return fillBoth(model, state, results, *answer);
        below = addLines(model.lines, answer->values.data(), rows, cols, -1);
    }
    model.standing.kind = Standing::Kind::there;
    const std::size_t all = keepLines(model);
    if (!model.lines.empty()) model.largest = model.lines.back().value;
    const double least = model.lines.size() == mostLines
                             ? static_cast<double>(model.lines.front().value)
                             : model.smallest;
    model.caption = formatText("{} of {} positive values are drawn (at least {} each)."_tr,
                               {model.lines.size(), all, edgeSizeText(least)});
    const auto add = [&](std::string_view more) { model.caption.append(" ").append(more); };
    if (below > 0) {
        add(pluralText(below,
                       "{} negative value is not drawn.|{} negative values are not drawn."_tr));
    }
    if (heads != nullptr)
        add("One colour per head in use."_tr);
    else if (showsHeads(state))
        add("All chosen heads are combined (with colours per head up to 64 tokens)."_tr);
}

}  // namespace hw
