// SPDX-License-Identifier: MIT
#include "io/meaning/pictures.h"

#include <algorithm>
#include <cmath>

#include "io/meaning/whole.h"
#include "io/tree/number_format.h"

namespace hw::io {
namespace {

/// The sizes in `grid`, as frames, rows and columns. -1 for one that is not a size.
struct Sizes {
    int frames = 1;
    int rows = 0;
    int cols = 0;
    bool areGiven = false;
};

/// [rows, cols], [frames, rows, cols] or {rows, cols, offset}.
Sizes readGrid(const Tree& tree, NodeId grid, int& first) {
    Sizes sizes{.areGiven = grid != none};
    if (tree.is(grid, Kind::object)) {
        sizes.rows = whole(tree, tree.find(grid, "rows"), 1);
        sizes.cols = whole(tree, tree.find(grid, "cols"), 1);
        if (const int frames = whole(tree, tree.find(grid, "frames"), 1); frames > 0)
            sizes.frames = frames;
        if (const int offset = whole(tree, tree.find(grid, "offset"), 0); offset >= 0)
            first = offset;
    } else if (tree.is(grid, Kind::numbers)) {
        const auto given = tree.values(grid);
        const auto size = [](float value) {
            return value >= 1.0F && value < 1e6F ? static_cast<int>(value) : -1;
        };
        if (given.size() == 2 || given.size() == 3) {
            sizes.cols = size(given.back());
            sizes.rows = size(given[given.size() - 2]);
            if (given.size() == 3) sizes.frames = size(given[0]);
        }
    }
    return sizes;
}

/// The pictures of one object. There may be none, one, or one for each frame. null is no picture.
std::vector<std::string> readData(const Tree& tree, NodeId node) {
    std::vector<std::string> pictures;
    const auto add = [&](NodeId text) {
        std::string& url = pictures.emplace_back(
            tree.is(text, Kind::string) ? std::string(tree.string(text)) : std::string());
        if (!url.empty() && !url.starts_with("data:")) url.insert(0, "data:image/png;base64,");
    };
    for (const std::string_view key : {"data", "dataUrl", "png_base64"}) {
        const NodeId data = tree.find(node, key);
        if (tree.is(data, Kind::string)) add(data);
        if (tree.is(data, Kind::array))
            for (const NodeId each : tree.children(data)) add(each);
        if (!pictures.empty()) break;
    }
    if (pictures.size() == 1 && pictures[0].empty()) pictures.clear();
    return pictures;
}

/// An image according to the object, whether or not it fits. Nothing if the object has none, or after a warning.
std::optional<ImageInfo> readOne(const Tree& tree, NodeId node, NodeId otherGrid,
                                 const std::string& place, Document& document) {
    const std::vector<std::string> pictures = readData(tree, node);
    NodeId grid = tree.find(node, "grid");
    // Without a picture a grid elsewhere in the file may have another meaning.
    if (grid == none && !pictures.empty()) grid = otherGrid;
    if (pictures.empty() && grid == none) return {};
    for (const std::string& url : pictures) {
        if (url.empty() || url.starts_with("data:image/")) continue;
        warn(document, place, formatText("This is {}, not a picture."_tr, {excerpt(url, 30)}),
             "Give it as data:image/png;base64,..."_tr);
        return {};
    }
    ImageInfo image;
    const Sizes sizes = readGrid(tree, grid, image.firstPatchToken);
    if (const int first = whole(tree, tree.find(node, "firstPatchToken"), 0); first >= 0)
        image.firstPatchToken = first;
    image.rows = sizes.areGiven && sizes.rows == 0 ? -1 : sizes.rows;
    image.cols = sizes.cols;
    image.isVideo = sizes.frames > 1;
    const bool isCountable = sizes.frames > 0 && image.rows > 0 && image.cols > 0 &&
                             static_cast<double>(image.rows) * image.cols * sizes.frames < 1e9;
    if (image.rows > 0 && !isCountable) image.rows = -1;
    for (int frame = 1; image.rows > 0 && frame < sizes.frames; ++frame) {
        image.more.push_back(
            {{}, image.rows, image.cols, image.firstPatchToken + frame * image.rows * image.cols});
    }
    for (std::size_t i = 0; i < pictures.size() && static_cast<int>(i) < image.regions(); ++i)
        image.region(static_cast<int>(i)).dataUrl = pictures[i];
    return image;
}

long long patchesOf(const ImageInfo& image) {
    return static_cast<long long>(image.rows) * image.cols * image.regions();
}

bool fits(const ImageInfo& image, std::size_t tokens) {
    const auto room = static_cast<long long>(tokens) - image.firstPatchToken;
    return image.rows > 0 && image.cols > 0 && patchesOf(image) <= room;
}

void warnOfGrid(Document& document, std::string place) {
    warn(document, std::move(place),
         "The picture is ignored because its patch grid does not fit."_tr,
         "Give `grid` as [rows, columns] and `firstPatchToken` (index from 0)."_tr);
}

/// Several pictures among text, each with its own patches, in the order of their tokens.
void readRegions(const Tree& tree, NodeId list, const std::string& place, Example& example,
                 Document& document) {
    std::vector<ImageRegion> regions;
    std::size_t index = 0;
    for (const NodeId node : tree.children(list)) {
        const std::string here = at(place, index++);
        const auto image = readOne(tree, node, none, here, document);
        if (!image) continue;
        const auto meets = [&](const ImageRegion& other) {
            return other.firstPatchToken < image->firstPatchToken + patchesOf(*image) &&
                   image->firstPatchToken < other.end();
        };
        if (fits(*image, example.tokens.size()) && std::ranges::none_of(regions, meets)) {
            for (int i = 0; i < image->regions(); ++i) regions.push_back(image->region(i));
            continue;
        }
        warn(
            document, here,
            "This picture is ignored because its patches don’t fit the tokens or belong to another picture."_tr,
            "Give each picture `grid` as [rows, columns] and `firstPatchToken` (index from 0)."_tr);
    }
    if (regions.empty()) return;
    std::ranges::sort(regions, {}, &ImageRegion::firstPatchToken);
    ImageInfo image{regions.front()};
    image.more.assign(regions.begin() + 1, regions.end());
    example.image = std::move(image);
}

}  // namespace

void readPictures(const Tree& tree, NodeId object, const std::string& place, Example& example,
                  Document& document) {
    NodeId list = tree.find(object, "imageRegions");
    if (list == none) list = tree.find(object, "image_regions");
    if (tree.is(list, Kind::array)) {
        readRegions(tree, list, under(place, "imageRegions"), example, document);
        if (example.image) return;
    }
    NodeId node = tree.find(object, "image");
    if (!tree.is(node, Kind::object)) node = tree.find(object, "meta", "image");
    if (!tree.is(node, Kind::object)) return;
    NodeId grid = tree.find(object, "meta", "grid");
    if (grid == none) grid = tree.find(object, "grid");
    auto image = readOne(tree, node, grid, under(place, "image"), document);
    if (!image) return;
    if (image->rows != 0 && !fits(*image, example.tokens.size()))
        return warnOfGrid(document, under(place, "image"));
    example.image = std::move(image);
}

}  // namespace hw::io
