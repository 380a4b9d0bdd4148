// SPDX-License-Identifier: MIT
#include "panels/image/model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/models/model_text.h"

namespace hw {
namespace {

void addOther(ImageModel& model, const TokenRow& row) {
    model.others.push_back({row.token, row.label, row.value, row.isOutput});
}

void addPatch(ImageModel& model, const TokenRow& row) {
    model.values.push_back(row.value);
    model.shown.push_back(row.shown);
    model.labels.push_back(row.label);
    model.isOutput.push_back(row.isOutput);
    model.tokens.push_back(row.token);
}

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// "Picture 2" or "Frame 2", or empty for a single picture.
std::string regionName(const ImageInfo& image, int region) {
    if (image.more.empty()) return "";
    return formatText(image.isVideo ? "Frame {}"_tr : "Picture {}"_tr, {region + 1});
}

/// A layer's values of all patches, in their order. NaN for tokens that the evolution hides.
std::vector<float> valuesAt(const ImageModel& model, const EvolutionModel& layers, int layer) {
    std::vector<float> values(model.tokens.size(), missing);
    if (layer >= layers.rows || layers.cols == 0) return values;
    std::size_t col = 0;
    for (std::size_t patch = 0; patch < values.size(); ++patch) {
        while (col < layers.keyTokens.size() && layers.keyTokens[col] < model.tokens[patch]) ++col;
        if (col == layers.keyTokens.size() || layers.keyTokens[col] != model.tokens[patch])
            continue;
        values[patch] =
            layers.values[std::size_t{1} * (layers.rows - 1 - layer) * layers.cols + col];
    }
    return values;
}

/// Adds a tile for each picture. It stays empty until its values arrive.
void addTiles(ImageModel& model, std::vector<float> values, int layer) {
    const ImageInfo& image = *model.image;
    values.resize(model.firstOf(image.regions()), missing);
    for (int region = 0; region < image.regions(); ++region) {
        ImageTile tile{regionName(image, region), region, layer, {}};
        if (layer >= 0)
            tile.name = tile.name.empty() ? formatText("Layer {}"_tr, {layer + 1})
                                          : formatText("{}, layer {}"_tr, {tile.name, layer + 1});
        const auto first = values.begin() + model.firstOf(region);
        tile.values.assign(first, first + image.region(region).rows * image.region(region).cols);
        model.tiles.push_back(std::move(tile));
    }
}

/// The tokens that are not patches, with their values, so that the view does not silently ignore them.
std::string describeExcluded(const ImageModel& model) {
    if (model.others.empty()) return "";
    std::string list;
    constexpr std::size_t most = 4;
    const int decimals = decimalsFor(std::ranges::max(model.others, {}, &ImageToken::value).value);
    for (std::size_t i = 0; i < std::min(model.others.size(), most); ++i) {
        if (i > 0) list += ", ";
        list += model.others[i].label + " " + shownNumber(model.others[i].value, decimals);
    }
    if (model.others.size() > most)
        list = formatText("{} and {} more"_tr, {list, model.others.size() - most});
    return ' ' + formatText("Tokens without a patch: {}."_tr, {list});
}

/// Finds the largest value and describes it.
void describe(ImageModel& model) {
    int& best = model.strongest;
    for (int patch = 0; patch < static_cast<int>(model.values.size()); ++patch) {
        const float value = model.values[patch];
        if (std::isnan(value)) continue;
        if (best < 0 || value > model.values[best]) best = patch;
    }
    model.caption = "No patch has a value."_tr;
    if (best < 0) return;
    const float largest = model.values[best];
    model.decimals = decimalsFor(largest);
    model.caption = formatText("The strongest patch is {} ({})."_tr,
                               {patchPlace(model, best), shownNumber(largest)}) +
                    describeExcluded(model);
}

}  // namespace

int ImageModel::firstOf(int region) const {
    int first = 0;
    for (int before = 0; before < region; ++before)
        first += image->region(before).rows * image->region(before).cols;
    return first;
}

std::string patchPlace(const ImageModel& model, int patch) {
    int region = 0;
    while (patch >= model.image->region(region).rows * model.image->region(region).cols) {
        patch -= model.image->region(region).rows * model.image->region(region).cols;
        ++region;
    }
    const ImageRegion& in = model.image->region(region);
    const int column = patch % in.cols + 1;
    const std::string place =
        in.rows == 1 ? formatText("column {}"_tr, {column})
                     : formatText("row {}, column {}"_tr, {patch / in.cols + 1, column});
    if (model.image->more.empty()) return place;
    return formatText(model.image->isVideo ? "frame {}, {}"_tr : "picture {}, {}"_tr,
                      {region + 1, place});
}

std::string describeGrid(int rows, int cols, int tokensBefore) {
    return sayCount(tokensBefore, "{} × {} after {} token|{} × {} after {} tokens"_tr,
                    {rows, cols, tokensBefore});
}

std::optional<int> patchOf(const ImageModel& model, const NoteMark& mark) {
    if (!inputOf(mark)) return {};
    const auto found = std::ranges::find(model.tokens, mark.keyToken);
    if (found == model.tokens.end()) return {};
    return static_cast<int>(found - model.tokens.begin());
}

ImageModel imageModel(const AppState& state, const BarsModel& bars, const EvolutionModel& layers) {
    ImageModel model;
    if (!state.document || !state.document->current.image) return model;
    const ImageInfo& image = *state.document->current.image;
    model.image = &image;
    model.title = bars.title;
    model.unit = bars.unit;
    model.rows = image.rows;
    model.cols = image.cols;
    model.firstPatch = image.firstPatchToken;
    model.form = state.view.patchForm;
    model.opacity = state.view.patchOpacity;
    model.outputMode = state.view.outputMode;
    model.of = state.view.imageOf;
    model.layer = state.view.layer;
    model.grids = state.document->current.grids;
    const auto tokens = static_cast<long long>(state.keyCount());
    for (int index = 0; index < image.regions(); ++index) {
        const ImageRegion& region = image.region(index);
        const long long patches = static_cast<long long>(region.rows) * region.cols;
        if (patches > 0 && region.firstPatchToken >= 0 &&
            region.firstPatchToken + patches <= tokens)
            continue;
        model.standing =
            refused(formatText("The file’s grid of {} × {} patches does not fit {} tokens."_tr,
                               {region.rows, region.cols, tokens}));
        return model;
    }
    model.ready = bars.ready;
    model.standing = bars.standing;
    model.caption = bars.standing.text;
    model.valueForm = bars.form;
    model.scale = bars.patches.scale;
    model.beyond = bars.patches.beyond;
    for (const TokenRow& row : bars.tokens)
        image.regionOf(row.token) >= 0 ? addPatch(model, row) : addOther(model, row);
    const auto pointed = std::ranges::find(model.tokens, state.hover.key);
    if (pointed != model.tokens.end())
        model.hoverPatch = static_cast<int>(pointed - model.tokens.begin());
    if (model.ready) describe(model);
    if (model.strongest >= 0) model.caption += " " + bars.patches.note;
    const bool every = model.of == ImageScope::layers;
    if (!every && image.more.empty()) return model;
    if (!every) addTiles(model, model.shown, -1);
    for (int layer = 0; every && layer < state.layerCount(); ++layer)
        addTiles(model, valuesAt(model, layers, layer), layer);
    return model;
}

void writeImage(JsonWriter& json, const ImageModel& model) {
    json.beginObject().key("grid").beginArray().value(model.rows).value(model.cols).endArray();
    json.field("firstPatchToken", model.firstPatch).field("scale", model.scale);
    json.field("strongest", model.strongest);
    if (model.image != nullptr && !model.image->more.empty()) {
        json.key("pictures").beginArray();
        for (int i = 0; i < model.image->regions(); ++i) {
            const ImageRegion& region = model.image->region(i);
            json.beginObject().array("grid", std::vector<int>{region.rows, region.cols});
            json.field("firstPatchToken", region.firstPatchToken).endObject();
        }
        json.endArray();
    }
    json.array("values", model.values).key("others").beginArray();
    for (const ImageToken& other : model.others) {
        json.beginObject().field("token", other.token).field("label", other.label);
        json.field("value", other.value).endObject();
    }
    json.endArray().endObject();
}

}  // namespace hw
