// SPDX-License-Identifier: MIT
// Reads preprocessor_config.json in the format of the library's image processors.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/files/shards.h"

namespace hw::model {
namespace {

using Resample = PicturePreparation::Resample;

constexpr int mostPixels = 4096;  // per side

void readResample(Config& config, PicturePreparation& made) {
    // Numbers of PIL's filters.
    const int number = config.whole("resample", 2, 0);
    if (number == 3) {
        made.resample = Resample::bicubic;
    } else if (number == 1) {
        made.resample = Resample::lanczos;
    } else if (number != 2) {
        config.fail(
            "resample",
            formatText(
                "PIL’s resize filter {} isn’t supported, only Lanczos (1), bilinear (2) and bicubic (3)."_tr,
                {number}));
    }
}

/// `{"height", "width"}`, or a number for both.
std::pair<int, int> readSides(Config& config, std::string_view key) {
    if (config.hasNumber(key)) {
        const int side = config.whole(key);
        return {side, side};
    }
    Config sides = config.object(key);
    const int height = sides.whole("height");
    return {height, sides.whole("width")};
}

void readSize(Config& config, const PictureSpec& picture, PicturePreparation& made) {
    config.only("do_resize", true);
    readResample(config, made);
    const bool isSquare = config.flag("default_to_square", !picture.isShortest);
    if (!config.hasNumber("size") && config.object("size").has("longest_edge")) {
        made.longest = config.object("size").whole("longest_edge");
        made.width = made.height = config.object("max_image_size").whole("longest_edge");
        // Whether pictures are split is the user's choice. Frames are padded only between pictures of one batch.
        config.ignore("do_image_splitting");
        config.ignore("do_pad");
    } else if (config.hasNumber("size") && !isSquare) {
        made.shortest = config.whole("size");
    } else if (!config.hasNumber("size") && config.object("size").has("shortest_edge")) {
        made.shortest = config.object("size").whole("shortest_edge");
    } else {
        std::tie(made.height, made.width) = readSides(config, "size");
    }
    if (config.flag("do_center_crop", config.has("crop_size")))
        std::tie(made.cropHeight, made.cropWidth) = readSides(config, "crop_size");
    else
        config.ignore("crop_size");
    for (const int side :
         {made.shortest, made.longest, made.height, made.width, made.cropHeight, made.cropWidth})
        if (side > mostPixels)
            config.fail("size", formatText("Pictures over {} pixels per side aren’t supported."_tr,
                                           {mostPixels}));
}

void readNumbers(Config& config, PicturePreparation& made) {
    if (config.flag("do_rescale", true)) {
        made.rescale = static_cast<float>(config.real("rescale_factor", 1.0 / 255));
    } else {
        made.rescale = 1;
        config.ignore("rescale_factor");
    }
    const bool isNormal = config.flag("do_normalize", true);
    for (const auto& [key, to] :
         {std::pair{"image_mean", &made.mean}, {"image_std", &made.deviation}}) {
        const std::vector<double> values = config.reals(key);
        if (!isNormal) continue;
        if (values.size() != 3) {
            config.fail(key, std::string("Expected three numbers, one per colour."_tr));
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) (*to)[i] = static_cast<float>(values[i]);
    }
    for (const float deviation : made.deviation)
        if (!(deviation > 0)) config.fail("image_std", std::string("These must be above 0."_tr));
}

}  // namespace

Result<void> readPreparation(const ModelFiles& files, Spec& spec) {
    if (!spec.picture) return {};
    const Part* part = files.part("preprocessor_config.json");
    const bool isOwn = part != nullptr;
    // For a model with several processors, version 5 of the library writes them into one file.
    if (!isOwn) part = files.part("processor_config.json");
    if (part == nullptr) return std::unexpected(missingFiles({"preprocessor_config.json"}));
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    const io::NodeId object =
        isOwn ? io::Tree::root : tree->find(io::Tree::root, "image_processor");
    Config config(*tree, object, std::string(baseName(part->name)));
    PictureSpec& picture = *spec.picture;
    PicturePreparation made;
    readSize(config, picture, made);
    readNumbers(config, made);
    // Names of the program, and keys without effect here, where a picture has three colours, and no labels of segments.
    for (const char* key :
         {"image_processor_type", "feature_extractor_type", "processor_class", "do_convert_rgb",
          "data_format", "input_data_format", "return_tensors", "device", "_valid_processor_keys",
          "disable_grouping", "do_reduce_labels", "reduce_labels"})
        config.ignore(key);
    if (auto good = config.finish(spec, files.ignoresKeys); !good) return good;
    const int width = made.cropWidth > 0 ? made.cropWidth : made.width;
    const int height = made.cropHeight > 0 ? made.cropHeight : made.height;
    if (width != picture.width || height != picture.height) {
        const std::int64_t most = std::int64_t{1} * PictureSpec::mostSide * picture.patch;
        if (!picture.resizes || std::min(width, height) < picture.patch ||
            std::max(width, height) > most)
            config.fail(made.cropWidth > 0 ? "crop_size" : "size",
                        formatText("The model needs pictures of {} x {} pixels, not {} x {}."_tr,
                                   {picture.width, picture.height, width, height}));
        picture.width = width;
        picture.height = height;
    }
    picture.preparation = made;
    spec.positions = spec.leadingTokens() + picture.patches();
    spec.vocabulary = spec.positions + 1;  // one for each position, and the blank patch
    // The mean of patches.
    if (!spec.head.beside.empty() && spec.head.beside.front() == Pool::mean)
        spec.head.from = spec.leadingTokens();
    return config.finish(spec, files.ignoresKeys);
}

}  // namespace hw::model
