// SPDX-License-Identifier: MIT
#include "panels/heads/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/model/setting_fields.h"
#include "page/answers/questions.h"
#include "page/rules/available.h"
#include "page/rules/units.h"
#include "panels/heads/caption.h"

namespace hw {
namespace {

/// The engine makes thumbnails of at most this many cells a side.
constexpr int mostThumbnailCells = 64;

/// The tokens of `count` parts of an axis, the first of each part, in the way the engine combines cells.
Axis partsOf(const Units& units, int& count, bool isWhole = false) {
    Axis whole(units);
    const int all = static_cast<int>(whole.tokens.size());
    count = isWhole ? all : std::min(all, mostThumbnailCells);
    if (count == all) return whole;
    Axis parts;
    for (int part = 0; part < count; ++part) {
        const std::size_t first = (part * all + count - 1) / count;
        parts.tokens.push_back(whole.tokens[first]);
        parts.labels.push_back(whole.labels[first]);
    }
    return parts;
}

/// Flows of all pairs through 144 heads take 0.6 s with 32 tokens, 1.9 s with 48, and grow with the third power
/// (docs/performance.md). With more tokens, the flows start only from the chosen outputs.
constexpr int mostFlowTokens = 48;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// The outputs as one unit, so that the engine gives each head's mean row of them.
std::vector<int> outputsAlone(const AppState& state) {
    const bool all = state.view.outputMode != OutputMode::chosen;
    std::vector<int> groups(state.queryCount(), all ? 0 : -1);
    if (!all)
        for (const int output : state.view.outputs) groups[output] = 0;
    return groups;
}

/// A layer's rows over the patches of one picture, [heads][patches], with each head's shares on it and on all pictures.
Answer onPatches(const Answer& rows, const ImageInfo& image, int shown, HeadCell* cells) {
    Answer answer;
    answer.rows = rows.rows;
    answer.serial = rows.serial;
    const ImageRegion& region = image.region(shown);
    answer.cols = region.rows * region.cols;
    for (int head = 0; head < rows.rows; ++head) {
        const auto row =
            std::span(rows.values).subspan(std::size_t{1} * head * rows.cols, rows.cols);
        float all = 0;
        float here = 0;
        for (int key = 0; key < rows.cols; ++key) {
            const int of = image.regionOf(key);
            const float value = row[key];
            if (of < 0 || std::isnan(value)) continue;
            all += value;
            if (of == shown) here += value;
        }
        const bool isThere =
            std::ranges::any_of(row, [](float value) { return !std::isnan(value); });
        cells[head].picture = isThere ? all : missing;
        cells[head].region = isThere ? here : missing;
        const auto first = row.begin() + region.firstPatchToken;
        answer.values.insert(answer.values.end(), first, first + answer.cols);
    }
    return answer;
}

/// Shows patches instead of thumbnails of queries and keys.
void putOnPicture(HeadsModel& model, const AppState& state, ResultStore& results) {
    const ImageInfo& image = *state.document->current.image;
    const int shown = shownRegion(state);
    const ImageRegion& region = image.region(shown);
    model.region = &region;
    model.severalPictures = !image.more.empty();
    model.rows = region.rows;
    model.cols = region.cols;
    model.everyToken = true;
    model.queries = {};
    model.keys = {};
    for (int row = 0; row < region.rows; ++row)
        model.queries.labels.push_back(formatText("row {}"_tr, {row + 1}));
    for (int col = 0; col < region.cols; ++col)
        model.keys.labels.push_back(formatText("column {}"_tr, {col + 1}));
    const int tokens = static_cast<int>(state.keyTokens().size());
    float largest = 0;
    model.onPicture.resize(model.layers);
    for (int layer = 0; layer < model.layers; ++layer) {
        const Answer* rows = results.find(headThumbnailsQuery(state, layer));
        const bool fits = rows != nullptr && rows->rows == model.heads && rows->cols == tokens &&
                          region.end() <= tokens;
        model.thumbnails[layer] = nullptr;
        if (!fits) continue;
        Answer& own = model.onPicture[layer] =
            onPatches(*rows, image, shown, &model.cells[layer * model.heads]);
        model.thumbnails[layer] = &own;
        for (const float value : own.values) largest = std::max(largest, value);
    }
    if (largest > 0) model.scale = largest;
}

}  // namespace

int shownRegion(const AppState& state) {
    const ImageInfo& image = *state.document->current.image;
    for (const int output : state.view.outputs) {
        if (const int region = image.regionOf(output); region >= 0) return region;
    }
    return 0;
}

HeadThumbnails shownThumbnails(const AppState& state) {
    if (state.view.thumbnails == HeadThumbnails::patches)
        return state.document && state.document->current.image && keysAreOutputs(state)
                   ? HeadThumbnails::patches
                   : HeadThumbnails::attention;
    const bool canRoll =
        state.document && (state.view.side == Side::encoder || state.view.side == Side::decoder);
    return canRoll ? state.view.thumbnails : HeadThumbnails::attention;
}

bool flowsFromOutputs(const AppState& state) {
    return shownThumbnails(state) == HeadThumbnails::flow && state.queryCount() > mostFlowTokens;
}

namespace {

/// At most as many outputs as a thumbnail has rows.
std::vector<int> flowOutputs(const AppState& state) {
    std::vector<int> outputs = state.view.outputs;
    if (outputs.size() > mostThumbnailCells) outputs.resize(mostThumbnailCells);
    return outputs;
}

}  // namespace

Query headThumbnailsQuery(const AppState& state, int layer) {
    const HeadThumbnails of = shownThumbnails(state);
    const Method method = of == HeadThumbnails::rollout ? Method::rollout
                          : of == HeadThumbnails::flow  ? Method::flow
                                                        : Method::raw;
    Query query = matrixQuery(state, method, layer);
    query.what = Query::What::heads;
    if (!specOf(method).overLayers) query.settings = {};
    query.settings.headOfLayer.clear();  // each one alone in turn
    query.grouping.relative = false;
    if (flowsFromOutputs(state)) {
        query.outputs = flowOutputs(state);
        query.grouping.queries.clear();
    }
    if (shownThumbnails(state) == HeadThumbnails::patches)
        query.grouping = {.queries = outputsAlone(state)};
    return query;
}

Query headStatisticsQuery(const AppState& state) {
    Query query = matrixQuery(state, Method::raw, 0);
    query.what = Query::What::headStatistics;
    query.settings = {};
    query.grouping = {};  // statistics of tokens, as published
    return query;
}

std::vector<Query> headsQueries(const AppState& state) {
    std::vector<Query> queries{headThumbnailsQuery(state, state.view.layer),
                               headStatisticsQuery(state)};
    for (int layer = 0; layer < state.layerCount(); ++layer) {
        queries.push_back(headThumbnailsQuery(state, layer));
    }
    return queries;
}

HeadsModel headsModel(const AppState& state, ResultStore& results) {
    HeadsModel model;
    model.layers = state.layerCount();
    model.heads = state.headCount();
    model.layer = state.view.layer;
    const Units queries = queryUnits(state);
    std::optional<AppState> room;
    const Units keys = keyUnits(asOf(state, Method::raw, room));
    model.queries = partsOf(queries, model.rows);
    model.keys = partsOf(keys, model.cols, model.rows == 1);
    if (flowsFromOutputs(state)) {
        model.queries.tokens = flowOutputs(state);
        model.queries.labels.clear();
        for (const int token : model.queries.tokens)
            model.queries.labels.push_back(queries.list[queries.of(token)].name());
        model.rows = static_cast<int>(model.queries.tokens.size());
    }
    model.everyToken = model.rows == static_cast<int>(queries.visible().size()) &&
                       model.cols == static_cast<int>(keys.visible().size());
    model.thumbnailsOf = shownThumbnails(state);
    model.canRoll = state.view.side == Side::encoder || state.view.side == Side::decoder;
    if (fusing.has(state.view.method)) model.ownHead = state.view.settings.headOfLayer;
    model.canPatch = state.document && state.document->current.image && keysAreOutputs(state);
    static const std::vector<int> all;
    const bool isAttention = state.view.side != Side::contributions;
    const std::vector<int>& used = isAttention ? state.view.settings.heads : all;
    if (!isAttention) model.ownHead.clear();
    model.title = headsTitle(model, state);
    model.caption = headsCaption(model, state);
    if (hasNegative(state.document->current, state.view.side)) model.form = ValueForm::signs;
    model.standing = standingOf(state, results, headThumbnailsQuery(state, state.view.layer));
    if (model.standing.isRefused()) model.caption = model.standing.text;
    const Answer* statistics = results.find(headStatisticsQuery(state));
    model.hasStatistics = statistics != nullptr && statistics->cols >= 3 &&
                          statistics->rows == model.layers * model.heads;
    for (int layer = 0; layer < model.layers; ++layer) {
        const Answer* thumbnails = results.find(headThumbnailsQuery(state, layer));
        const bool fits = thumbnails != nullptr && thumbnails->rows == model.heads &&
                          thumbnails->cols == model.rows * model.cols;
        model.thumbnails.push_back(fits ? thumbnails : nullptr);
        if (fits) model.scale = std::max(model.scale, thumbnails->largest);
        for (int head = 0; head < model.heads; ++head) {
            HeadCell cell;
            cell.layer = layer;
            cell.head = head;
            const bool own = model.ownHead.size() == 2 && model.ownHead[0] == layer;
            const std::vector<int>& fused = isAttention && fusing.has(state.view.method)
                                                ? fusedHeads(state.view.settings, layer)
                                                : used;
            cell.used = own ? model.ownHead[1] == head
                            : fused.empty() || std::binary_search(fused.begin(), fused.end(), head);
            const std::size_t row = layer * model.heads + head;
            const auto figure = [&](std::size_t column) {
                return model.hasStatistics ? statistics->values[row * statistics->cols + column]
                                           : missing;
            };
            cell.picture = cell.region = missing;
            cell.entropy = figure(0);
            cell.distance = figure(1);
            cell.special = figure(2);
            model.cells.push_back(cell);
        }
    }
    if (model.thumbnailsOf == HeadThumbnails::patches) putOnPicture(model, state, results);
    return model;
}

}  // namespace hw
