// SPDX-License-Identifier: MIT
#include "model/ask/patching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/localized_text.h"
#include "model/ask/layer_replay.h"
#include "model/run/read_out.h"

namespace hw::model {
namespace {

/// One place: the patch, and the index of its value.
struct Place {
    std::size_t at = 0;
    PairEdits edits;
};

std::vector<float> partOf(const std::vector<float>& values, std::ptrdiff_t begin, int width) {
    return {values.begin() + begin, values.begin() + begin + width};
}

double change(std::span<const float> to, std::span<const float> from,
              std::span<const float> gradient) {
    double sum = 0;
    for (std::size_t i = 0; i < to.size(); ++i)
        sum += (static_cast<double>(to[i]) - from[i]) * gradient[i];
    return sum;
}

Result<void> checkPlaces(const Trace& clean, const Trace& changed, std::span<const int> aligned) {
    bool good = std::cmp_equal(aligned.size(), changed.batch.length(0));
    for (const int token : aligned) good = good && token >= -1 && token < clean.batch.length(0);
    if (good) return {};
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = "patch",
                                   .finding = "The two texts’ tokens aren’t aligned."_tr,
                                   .remedy = {},
                                   .byte = {}});
}

/// Runs the places, and fills the grid.
Result<void> runPlaces(const Subject& changed, const Target& target, std::vector<Place> places,
                       PatchGrid& grid, const Progress& progress, const Stop& stop) {
    grid.values.assign(std::size_t{1} * grid.rows * grid.columns,
                       std::numeric_limits<double>::quiet_NaN());
    std::vector<PairEdits> edits;
    edits.reserve(places.size());
    for (Place& place : places) edits.push_back(std::move(place.edits));
    const auto values = editedValues(changed, edits, target, progress, stop);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < places.size(); ++i) grid.values[places[i].at] = (*values)[i];
    return {};
}

/// The heads' outputs of each layer, [T][H*d], before the output projection.
Result<std::vector<std::vector<float>>> headOutputs(const Network& network, const Trace& trace,
                                                    const Stop& stop) {
    std::vector<std::vector<float>> all;
    const auto good =
        eachLayer(network, trace, stop, [&](int, const LayerRecord& record, const auto&) {
            all.push_back(record.attention.headOutputs);
        });
    if (!good) return std::unexpected(good.error());
    return all;
}

Result<PatchGrid> beginGrid(const Subject& clean, const Subject& changed,
                            std::span<const int> aligned, const Target& target, int rows,
                            int columns) {
    if (auto good = checkPlaces(clean.trace(), changed.trace(), aligned); !good)
        return std::unexpected(good.error());
    PatchGrid grid;
    grid.rows = rows;
    grid.columns = columns;
    Target own = target;
    const int n = changed.trace().batch.length(0);
    // The last tokens of both texts correspond, even if they differ. The decoder's input is the same in both.
    const bool isPlaced =
        !changed.isPair() && isPerPosition(changed.network().spec) && target.position >= 0;
    if (isPlaced)
        own.position =
            target.position == n - 1 ? clean.trace().batch.length(0) - 1 : aligned[target.position];
    if (isPlaced && own.position < 0)
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "patch",
                    .finding = "The question’s token has no counterpart in the other text."_tr,
                    .remedy = "Use the same words around it."_tr,
                    .byte = {}});
    grid.clean = valueOf(clean, own);
    grid.changed = valueOf(changed, target);
    grid.predicted.assign(std::size_t{1} * rows * columns,
                          std::numeric_limits<double>::quiet_NaN());
    return grid;
}

}  // namespace

std::vector<int> alignByPlace(int changed, int clean) {
    std::vector<int> aligned(changed, -1);
    for (int token = 0; token < std::min(changed, clean); ++token) aligned[token] = token;
    return aligned;
}

Result<PatchGrid> patchStreams(const Subject& clean, const Subject& changed,
                               std::span<const int> aligned, const Target& target,
                               const Progress& progress, const Stop& stop) {
    const Trace& own = changed.trace();
    const int n = own.batch.length(0);
    const int layers = changed.network().spec.layerCount();
    const int width = changed.network().spec.width;
    auto grid = beginGrid(clean, changed, aligned, target, layers + 1, n);
    if (!grid) return grid;
    const auto gradients = backward(changed, target, {.keepsStreams = true, .stop = stop});
    if (!gradients) return std::unexpected(gradients.error());
    std::vector<Place> places;
    for (int layer = 0; layer <= layers; ++layer)
        for (int token = 0; token < n; ++token) {
            if (aligned[token] < 0) continue;
            Place place{std::size_t{1} * layer * n + token, {}};
            const std::ptrdiff_t here = std::ptrdiff_t{1} * token * width;
            const std::ptrdiff_t there = std::ptrdiff_t{1} * aligned[token] * width;
            std::vector<float> values = partOf(clean.trace().streams[layer], there, width);
            grid->predicted[place.at] =
                grid->changed + change(values, partOf(own.streams[layer], here, width),
                                       partOf(gradients->encoder.streams[layer], here, width));
            place.edits.encoder.patches = {{layer, token, -1, std::move(values)}};
            places.push_back(std::move(place));
        }
    const auto good = runPlaces(changed, target, std::move(places), *grid, progress, stop);
    if (!good) return std::unexpected(good.error());
    return grid;
}

Result<PatchGrid> patchHeads(const Subject& clean, const Subject& changed,
                             std::span<const int> aligned, const Target& target,
                             const Progress& progress, const Stop& stop) {
    const Network& network = changed.network();
    const Spec& spec = network.spec;
    const int n = changed.trace().batch.length(0);
    auto grid = beginGrid(clean, changed, aligned, target, spec.layerCount(), spec.heads);
    if (!grid) return grid;
    const auto gradients = backward(changed, target, {.keepsHeads = true, .stop = stop});
    if (!gradients) return std::unexpected(gradients.error());
    const auto from = headOutputs(network, clean.trace(), stop);
    if (!from) return std::unexpected(from.error());
    const auto to = headOutputs(network, changed.trace(), stop);
    if (!to) return std::unexpected(to.error());
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec.heads * spec.headWidth;
    std::vector<Place> places;
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head) {
            Place place{std::size_t{1} * layer * spec.heads + head, {}};
            double sum = grid->changed;
            for (int token = 0; token < n; ++token) {
                if (aligned[token] < 0) continue;
                const std::ptrdiff_t column = std::ptrdiff_t{1} * head * spec.headWidth;
                std::vector<float> values =
                    partOf((*from)[layer], aligned[token] * stride + column, spec.headWidth);
                sum += change(values, partOf((*to)[layer], token * stride + column, spec.headWidth),
                              partOf(gradients->encoder.heads[layer], token * stride + column,
                                     spec.headWidth));
                place.edits.encoder.patches.push_back({layer, token, head, std::move(values)});
            }
            grid->predicted[place.at] = sum;
            places.push_back(std::move(place));
        }
    const auto good = runPlaces(changed, target, std::move(places), *grid, progress, stop);
    if (!good) return std::unexpected(good.error());
    return grid;
}

namespace {

/// Adds one head's outputs at every token with a counterpart in the clean text.
void addHeadPatches(const Spec& spec, const SwapPlace& place, const std::vector<float>& outputs,
                    std::span<const int> aligned, std::vector<Patch>& patches) {
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec.heads * spec.headWidth;
    for (std::size_t token = 0; token < aligned.size(); ++token)
        if (aligned[token] >= 0)
            patches.push_back(
                {place.layer, static_cast<int>(token), place.at,
                 partOf(outputs,
                        aligned[token] * stride + std::ptrdiff_t{1} * place.at * spec.headWidth,
                        spec.headWidth)});
}

}  // namespace

Result<std::vector<Patch>> patchesOf(const Network& network, const Trace& clean,
                                     const Trace& changed, std::span<const int> aligned,
                                     std::span<const SwapPlace> places, const Stop& stop) {
    if (auto good = checkPlaces(clean, changed, aligned); !good)
        return std::unexpected(good.error());
    const Spec& spec = network.spec;
    std::vector<std::vector<float>> heads;
    std::vector<Patch> patches;
    for (const SwapPlace& place : places) {
        const int layers = spec.layerCount() + (place.isHead ? 0 : 1);
        const int count = place.isHead ? spec.heads : changed.batch.length(0);
        const bool isThere =
            place.layer >= 0 && place.layer < layers && place.at >= 0 && place.at < count;
        if (!isThere || (!place.isHead && aligned[place.at] < 0))
            return std::unexpected(Problem{.code = Code::badArgument,
                                           .place = "patch",
                                           .finding = "The other text has no such part."_tr,
                                           .remedy = {},
                                           .byte = {}});
        if (!place.isHead) {
            patches.push_back(
                {place.layer, place.at, -1,
                 partOf(clean.streams[place.layer],
                        std::ptrdiff_t{1} * aligned[place.at] * spec.width, spec.width)});
            continue;
        }
        if (heads.empty()) {
            auto outputs = headOutputs(network, clean, stop);
            if (!outputs) return std::unexpected(std::move(outputs.error()));
            heads = std::move(*outputs);
        }
        addHeadPatches(spec, place, heads[place.layer], aligned, patches);
    }
    return patches;
}

}  // namespace hw::model
