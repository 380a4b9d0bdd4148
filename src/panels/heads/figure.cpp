// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "figure/svg.h"
#include "panels/figures.h"
#include "panels/heads/mirror.h"
#include "panels/heads/model.h"
#include "render/colormap.h"

namespace hw::figure {
namespace {

std::span<const float> weightsOf(const HeadsModel& model, const HeadCell& cell) {
    const Answer* answer = model.thumbnails[cell.layer];
    if (answer == nullptr) return {};
    const std::size_t size = std::size_t{1} * model.rows * model.cols;
    return std::span(answer->values).subspan(std::size_t{1} * cell.head * size, size);
}

/// In a print's units, 3.7 mm at 7.5 points.
constexpr float narrowestHead = 14;

/// Heads of one size in bands, below each other if they would be too small side by side.
struct HeadGrid {
    int bands = 1;
    int each = 1;  ///< heads of a band
    float width = 1, height = 1;
    float gap = 0;
    float bandHeight(int layers) const { return (height + gap) * static_cast<float>(layers) + 24; }
};

HeadGrid gridOf(int heads, int bands, float room) {
    HeadGrid grid{.bands = bands, .each = (heads + bands - 1) / bands};
    const float pitch = room / static_cast<float>(grid.each);
    grid.gap = std::min(5.0F, 0.2F * pitch);
    grid.width = std::clamp(
        pitch - grid.gap * static_cast<float>(grid.each - 1) / static_cast<float>(grid.each), 1.0F,
        96.0F);
    return grid;
}

/// The largest heads whose bands are not higher than `tallest` together.
HeadGrid largestWithin(const HeadsModel& model, float room, float aspect, float tallest) {
    HeadGrid best;
    for (int bands = 1; bands <= model.heads; ++bands) {
        HeadGrid grid = gridOf(model.heads, bands, room);
        const auto lines = static_cast<float>(model.layers * bands);
        const float most = (tallest - 24 * static_cast<float>(bands)) / lines - grid.gap;
        grid.width = std::min(grid.width, most / aspect);
        grid.height = grid.width * aspect;
        if (bands == 1 || grid.width > best.width) best = grid;
    }
    return best;
}

HeadGrid headGrid(const Svg& svg, const HeadsModel& model, float room) {
    const float aspect =
        std::clamp(static_cast<float>(model.rows) / static_cast<float>(model.cols), 0.25F, 4.0F);
    if (svg.isPrint()) {
        HeadGrid grid = largestWithin(model, room, aspect, Svg::goodHeight);
        if (std::min(grid.width, grid.height) >= narrowestHead) return grid;
        grid = largestWithin(model, room, aspect, Svg::tallestHeight);
        // In a larger size than needed it would only be higher.
        if (const float smaller = std::min(grid.width, grid.height); smaller > narrowestHead) {
            grid.width *= narrowestHead / smaller;
            grid.height *= narrowestHead / smaller;
        }
        if (grid.width >= 1) return grid;
    }
    HeadGrid grid = gridOf(model.heads, 1, room);
    grid.height = grid.width * aspect;
    return grid;
}

/// Width of a head's number with the space after it.
float numberRoom(const Svg& svg, int heads, const TextStyle& style) {
    return svg.width(std::to_string(heads), style) + 4;
}

/// A step of at least `least` that gives round numbers, such as 1, 2, 5, 10, 20.
int stepOf(int count, int least) {
    for (const int step : {1, 2, 4, 5, 8, 10, 16, 20, 25, 50}) {
        if (step >= least) return step;
    }
    return std::max(least, count);
}

/// The first and every `step`th after it.
bool isNumbered(int index, int count, int step) { return index < count && index % step == 0; }

/// The meaning of the colours.
std::string describeColours(const HeadsModel& model) {
    const HeadThumbnails of = model.thumbnailsOf;
    return formatText(
        "{}, colours raised to the power of 0.6"_tr,
        {model.region != nullptr           ? "weight on each patch"_tr
         : of == HeadThumbnails::attention ? "weight (queries down, keys across)"_tr
         : of == HeadThumbnails::rollout   ? "rollout of the head (outputs down, inputs across)"_tr
                                           : "flow of the head (outputs down, inputs across)"_tr});
}

/// Every head's attention, drawn below `top`: one row per layer, the first on top, all on one colour scale.
/// Heads outside the fusion are marked. Returns the height. O(layers * heads * cells of a thumbnail).
float drawHeadsFigure(Svg& svg, const HeadsModel& model, Ramp ramp, float top) {
    if (model.heads == 0 || model.rows == 0 || model.cols == 0) return 0;
    const float left = svg.edge() + (svg.isPrint() ? 34.0F : 40.0F);
    const float room = svg.right() - left;
    const HeadGrid grid = headGrid(svg, model, room);
    const auto [bands, each, width, height, gap] = grid;
    const TextStyle number{.size = 9.5F, .anchor = Anchor::middle, .colour = muted};
    const float begin = top + 30;
    const float bandHeight = grid.bandHeight(model.layers);
    const TextStyle axis{.size = 9.5F, .colour = muted};
    svg.text(left, top + 7, "head →"_tr, axis);
    svg.text(svg.edge(), top + 21, "layer ↓"_tr, axis);
    const auto x = [&](int head) { return left + (width + gap) * static_cast<float>(head % each); };
    const auto y = [&](int layer, int band) {
        return begin + bandHeight * static_cast<float>(band) +
               (height + gap) * static_cast<float>(layer);
    };
    // Numbers of heads are a digit apart, and those of layers a line.
    const float widestNumber = numberRoom(svg, model.heads, number);
    const int every = stepOf(each, static_cast<int>(std::ceil(widestNumber / (width + gap))));
    const int everyLayer = stepOf(model.layers, static_cast<int>(std::ceil(11 / (height + gap))));
    for (int head = 0; head < model.heads; ++head) {
        if (!isNumbered(head % each, each, every)) continue;
        const std::string words = std::to_string(head + 1);
        const float last = svg.right() - svg.width(words, number) / 2;
        svg.text(std::min(x(head) + width / 2, last), y(0, head / each) - 9, words, number);
    }
    for (int place = 0; place < model.layers * bands; ++place) {
        const int layer = place % model.layers;
        if (!isNumbered(layer, model.layers, everyLayer)) continue;
        svg.text(left - (svg.isPrint() ? 12.0F : 20.0F),
                 y(layer, place / model.layers) + height / 2, std::to_string(layer + 1), number);
    }
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        if (mark.at != NotePlace::layer || mark.layer >= model.layers) return {};
        return NotePoint{svg.edge() + 7, y(mark.layer, 0) + height / 2};
    });
    // One scale for all keeps heads comparable. Gamma is below 1, since most weights are small.
    const Scale scale{rampOf(model.form, ramp), model.scale, 0.6F};
    const std::size_t cells = model.cells.size() * model.rows * model.cols;
    for (const HeadCell& cell : model.cells) {
        const Box box{x(cell.head), y(cell.layer, cell.head / each), width, height};
        const auto weights = weightsOf(model, cell);
        if (weights.empty()) {
            svg.frame(box.x, box.y, box.w, box.h, rule);
        } else {
            drawCells(svg, {weights.data(), model.rows, model.cols}, box, scale,
                      cells > mostVectorCells);
        }
        if (!cell.used) svg.line(box.x, box.y, box.right(), box.bottom(), muted);
    }
    float end = y(model.layers, bands - 1) + 10;
    end += drawLegend(svg, svg.isNarrow() ? svg.edge() : left, end, scale, describeColours(model));
    return end + 10 - top;
}

constexpr FigureSpec rows[] = {
    {.name = "heads",
     .subject = FigureSubject::heads,
     .queries = [](const AppState& state, ResultStore&) { return headsQueries(state); },
     .draw =
         [](Sheet& on) {
             const HeadsModel model = headsModel(on.state, on.results);
             on.heading(model.title);
             on.y += drawHeadsFigure(on.svg, model, on.ramp, on.y);
         },
     .numbers = [](JsonWriter& json, const AppState& state,
                   ResultStore& results) { writeHeads(json, headsModel(state, results)); }}};

}  // namespace

constinit const FigureList headsFigures = rows;

}  // namespace hw::figure
