// SPDX-License-Identifier: MIT
#include "panels/image/model.h"

#include <algorithm>
#include <cmath>

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
}

/// What stands beside the picture, with its share, so that nothing is left out silently.
std::string leftOutWords(const ImageModel& model) {
    if (model.others.empty()) return "";
    std::string text = " Not patches, so not in the picture: ";
    constexpr std::size_t most = 4;
    const int decimals = decimalsFor(std::ranges::max(model.others, {}, &ImageToken::value).value);
    for (std::size_t i = 0; i < std::min(model.others.size(), most); ++i) {
        if (i > 0) text += ", ";
        text += model.others[i].label + " " + shownNumber(model.others[i].value, decimals);
    }
    if (model.others.size() > most) {
        text += " and " + std::to_string(model.others.size() - most) + " more";
    }
    return text + ".";
}

/// The largest value and what is said of it.
void describe(ImageModel& model) {
    int& best = model.strongest;
    for (int patch = 0; patch < static_cast<int>(model.values.size()); ++patch) {
        const float value = model.values[patch];
        if (std::isnan(value)) continue;
        if (best < 0 || value > model.values[best]) best = patch;
    }
    model.caption = "No patch has a value.";
    if (best < 0) return;
    const float largest = model.values[best];
    model.decimals = decimalsFor(largest);
    model.caption = "The strongest patch is " + patchPlace(model, best) + ": " +
                    shownNumber(largest) + "." + leftOutWords(model);
}

}  // namespace

std::string patchPlace(const ImageModel& model, int patch) {
    if (model.rows == 1) return "column " + std::to_string(patch + 1);
    return "row " + std::to_string(patch / model.cols + 1) + ", column " +
           std::to_string(patch % model.cols + 1);
}

std::optional<int> patchOf(const ImageModel& model, const NoteMark& mark) {
    const int patch = mark.keyToken - model.firstPatch;
    if (!inputOf(mark) || patch < 0 || patch >= model.rows * model.cols) return {};
    return patch;
}

ImageModel imageModel(const AppState& state, const BarsModel& bars) {
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
    const long long patches = static_cast<long long>(image.rows) * image.cols;
    const long long end = image.firstPatchToken + patches;
    const auto tokens = static_cast<long long>(state.keyCount());
    if (patches <= 0 || image.firstPatchToken < 0 || end > tokens) {
        model.standing = refused("The file’s grid of " + std::to_string(image.rows) + " × " +
                                 std::to_string(image.cols) + " patches does not fit its " +
                                 counted(static_cast<int>(tokens), "token") + ".");
        return model;
    }
    model.ready = bars.ready;
    model.standing = bars.standing;
    model.caption = bars.standing.words;
    model.valueForm = bars.form;
    model.scale = bars.patches.scale;
    model.beyond = bars.patches.beyond;
    for (const TokenRow& row : bars.tokens) {
        const bool isPatch = row.token >= image.firstPatchToken && row.token < end;
        isPatch ? addPatch(model, row) : addOther(model, row);
    }
    const int pointed = state.hover.key - image.firstPatchToken;
    if (state.hover.key >= 0 && pointed >= 0 && pointed < patches) model.hoverPatch = pointed;
    if (model.ready) describe(model);
    if (model.strongest >= 0) model.caption += " " + bars.patches.note;
    return model;
}

void writeImage(JsonWriter& json, const ImageModel& model) {
    json.beginObject().key("grid").beginArray().value(model.rows).value(model.cols).endArray();
    json.field("firstPatchToken", model.firstPatch).field("scale", model.scale);
    json.field("strongest", model.strongest);
    json.array("values", model.values).key("others").beginArray();
    for (const ImageToken& other : model.others) {
        json.beginObject().field("token", other.token).field("label", other.label);
        json.field("value", other.value).endObject();
    }
    json.endArray().endObject();
}

}  // namespace hw
