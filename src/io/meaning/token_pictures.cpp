// SPDX-License-Identifier: MIT
#include <algorithm>

#include "io/meaning/patch_grids.h"
#include "io/meaning/picture_size.h"
#include "io/meaning/pictures.h"
#include "io/tree/number_format.h"

namespace hw::io {
namespace {

std::vector<std::string_view> parts(std::string_view text, char between) {
    std::vector<std::string_view> list;
    while (!text.empty()) {
        const std::size_t end = text.find(between);
        list.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return list;
}

/// A picture from the options, with its name, and its data URL or nothing.
struct PictureOption {
    std::string name;
    std::string_view dataUrl;
};

std::vector<PictureOption> pictureOptions(const OpenOptions& options) {
    std::vector<PictureOption> given;
    const auto data = parts(options.pictureData, ' ');
    for (const std::string_view name : parts(options.pictures, '/')) {
        const std::size_t index = given.size();
        const bool isThere = index < data.size() && data[index].starts_with("data:image/");
        given.push_back({excerpt(name, 60), isThere ? data[index] : std::string_view()});
    }
    return given;
}

/// "[CLS] and 14 x 14 patches".
std::string wordsOf(const PatchGrid& grid, int frames, int tokens) {
    std::string text = formatText("{} × {} patches"_tr, {grid.rows, grid.cols});
    if (frames > 1) text = formatText("{} frames of {}"_tr, {frames, text});
    const int first = grid.firstPatchToken;
    if (first == 1) text = formatText("[CLS] and {}"_tr, {text});
    if (first == 2) text = formatText("[CLS], [DIST] and {}"_tr, {text});
    if (first > 2) {
        text = sayCount(first - 1, "[CLS], {} register and {}|[CLS], {} registers and {}"_tr,
                        {grouped(static_cast<std::uint64_t>(first) - 1), text});
    }
    const int rest = tokens - first - frames * grid.rows * grid.cols;
    if (rest < 1) return text;
    return sayCount(rest, "{}, then {} token|{}, then {} tokens"_tr,
                    {text, grouped(static_cast<std::uint64_t>(rest))});
}

/// One example, and the options' pictures and grid for it.
class Finding {
public:
    Finding(Example& example, std::vector<PictureOption> given, const std::string& grid,
            Document& document)
        : example_(example),
          given_(std::move(given)),
          grid_(grid),
          document_(document),
          tokens_(static_cast<int>(example.tokens.size())) {}

    void run() {
        const bool isUnfinished = example_.image && example_.image->rows == 0;
        if (!grid_.empty()) {
            takeGrid(isUnfinished);
        } else if (isUnfinished || !example_.image) {
            find(isUnfinished);
        }
        if (statesGrid()) nameTokens(example_.image->firstPatchToken);
        givePictures();
        if (!said_.empty()) tell();
    }

private:
    /// A grid in the file gives the meaning of each token.
    bool statesGrid() const {
        if (!example_.tokensAreNumbered || !example_.image) return false;
        const ImageInfo& image = *example_.image;
        const ImageRegion& last = image.region(image.regions() - 1);
        return (image.isVideo || image.more.empty()) && image.rows > 0 && last.end() <= tokens_;
    }

    std::string allTokens() const { return count(example_.tokens.size(), "{} token|{} tokens"_tr); }

    /// The aspect of the picture under region `index`.
    double aspectOf(int index) const {
        const auto at = static_cast<std::size_t>(index);
        if (at < given_.size() && !given_[at].dataUrl.empty())
            return aspectOfAddress(given_[at].dataUrl);
        if (example_.image && index < example_.image->regions())
            return aspectOfAddress(example_.image->region(index).dataUrl);
        return 0;
    }

    /// New patches for the existing pictures.
    void setImage(std::vector<ImageRegion> regions, bool isVideo) {
        ImageInfo image{regions.front()};
        image.more.assign(regions.begin() + 1, regions.end());
        image.isVideo = isVideo;
        for (int i = 0; example_.image && i < std::min(image.regions(), example_.image->regions());
             ++i)
            image.region(i).dataUrl = std::move(example_.image->region(i).dataUrl);
        example_.image = std::move(image);
    }

    void takeGrid(bool isUnfinished) {
        const auto chosen = readFrameGrid(grid_, tokens_);
        if (!chosen) {
            document_.warnings.push_back(
                {Code::badArgument, "grid",
                 formatText("The grid {} does not fit the {} and is ignored."_tr,
                            {excerpt(grid_), allTokens()}),
                 "Write rows x columns @ tokens before the first patch, such as 14x14@1."_tr,
                 std::nullopt, Offer::grid});
            if (isUnfinished || !example_.image) find(isUnfinished);
            return;
        }
        example_.grids = patchGrids(tokens_, aspectOf(0));
        if (std::ranges::find(example_.grids, chosen->grid) == example_.grids.end())
            example_.grids.insert(example_.grids.begin(), chosen->grid);
        takeReading(chosen->grid, chosen->frames);
    }

    void takeReading(const PatchGrid& grid, int frames) {
        std::vector<ImageRegion> regions;
        for (int frame = 0; frame < frames; ++frame)
            regions.push_back(
                {{}, grid.rows, grid.cols, grid.firstPatchToken + frame * grid.rows * grid.cols});
        setImage(std::move(regions), frames > 1);
        if (example_.tokensAreNumbered) nameTokens(grid.firstPatchToken);
        said_ =
            formatText("The {} are read as {}."_tr, {allTokens(), wordsOf(grid, frames, tokens_)});
    }

    /// Finds the regions from placeholders that text has for its pictures, or from the number of all tokens.
    void find(bool isUnfinished) {
        std::vector<ImageRegion> regions;
        if (!example_.tokensAreNumbered) {
            for (const PatchRun& run : patchRuns(example_.tokens)) {
                for (const PatchGrid& grid :
                     patchGrids(run.count, aspectOf(static_cast<int>(regions.size())))) {
                    if (grid.firstPatchToken != 0) continue;
                    regions.push_back({{}, grid.rows, grid.cols, run.first});
                    break;
                }
            }
        }
        if (!regions.empty()) return setImage(std::move(regions), false);
        const bool isGiven = std::ranges::any_of(
            given_, [](const PictureOption& picture) { return !picture.dataUrl.empty(); });
        if (example_.tokensAreNumbered || isUnfinished)
            example_.grids = patchGrids(tokens_, aspectOf(0));
        if (!example_.grids.empty() && (isUnfinished || isGiven)) {
            takeReading(example_.grids.front(), 1);
        } else if (isUnfinished) {
            example_.image.reset();
            document_.warnings.push_back(
                {Code::badShape, "image",
                 "The picture is ignored because its patch grid does not fit."_tr,
                 "Give `grid` as [rows, columns] and `firstPatchToken` (index from 0)."_tr,
                 std::nullopt, Offer::grid});
        }
    }

    /// Uses the names of files, which count places from 0.
    void nameTokens(int before) {
        std::vector<std::string> names = namesBefore(before);
        const ImageInfo& image = *example_.image;
        for (int index = 0; index < image.regions(); ++index) {
            const std::string frame = image.isVideo ? "f" + std::to_string(index) : "";
            for (int patch = 0; patch < image.rows * image.cols; ++patch) {
                names.push_back(frame + "r" + std::to_string(patch / image.cols) + "c" +
                                std::to_string(patch % image.cols));
            }
        }
        std::ranges::copy(names, example_.tokens.begin());
        example_.tokensAreNumbered = false;
        // Removes the earlier warning that this example has no tokens.
        const auto said = std::ranges::find(document_.warnings, Offer::tokens, &Problem::offer);
        if (said != document_.warnings.end()) document_.warnings.erase(said);
    }

    void givePictures() {
        std::string names;
        const int regions = example_.image ? example_.image->regions() : 0;
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const PictureOption& picture = given_[i];
            if (picture.name.empty()) continue;
            if (picture.dataUrl.empty()) {
                document_.warnings.push_back(
                    {Code::cannotRead, "picture",
                     formatText("The picture {} is not available."_tr, {picture.name}),
                     "Drop it onto the page again."_tr, std::nullopt});
            } else if (static_cast<int>(i) < regions) {
                example_.image->region(static_cast<int>(i)).dataUrl = picture.dataUrl;
                names += (names.empty() ? "" : ", ") + picture.name;
            } else {
                document_.warnings.push_back(
                    {Code::badShape, "picture",
                     formatText(regions > 0
                                    ? "{} is ignored because the {} have no more patches."_tr
                                    : "{} is ignored because the {} are not a known patch grid."_tr,
                                {picture.name, allTokens()}),
                     "Give the patches’ rows, columns and first token."_tr, std::nullopt,
                     Offer::grid});
            }
        }
        if (names.empty()) return;
        const ImageInfo& image = *example_.image;
        const LocalizedText forms =
            image.isVideo
                ? "{} is shown under the frames’ {} × {} patches.|{} are shown under the frames’ {} × {} patches."_tr
            : image.more.empty()
                ? "{} is shown under the {} × {} patches.|{} are shown under the {} × {} patches."_tr
                : "{} is shown under its {} × {} patches.|{} are shown under their {} × {} patches."_tr;
        const int several = names.find(", ") == std::string::npos ? 1 : 2;
        const std::string reading = said_.empty() ? "" : " " + said_;
        said_ = sayCount(several, forms, {names, image.rows, image.cols}) + reading;
    }

    void tell() {
        std::string remedy = "It stays on this device."_tr;
        if (example_.grids.size() > 1) {
            const auto other = std::ranges::find_if(example_.grids, [&](const PatchGrid& grid) {
                return grid != PatchGrid{example_.image->rows, example_.image->cols,
                                         example_.image->firstPatchToken};
            });
            if (other != example_.grids.end())
                remedy = formatText("They may also be {}."_tr, {wordsOf(*other, 1, tokens_)});
        } else if (!example_.grids.empty()) {
            remedy = "If the grid is wrong, choose another one."_tr;
        }
        document_.warnings.push_back({Code::badArgument, "picture", said_, remedy, std::nullopt,
                                      example_.grids.empty() ? Offer::none : Offer::grid});
    }

    Example& example_;
    std::vector<PictureOption> given_;
    const std::string& grid_;
    Document& document_;
    int tokens_;
    std::string said_;
};

}  // namespace

void findPictures(const OpenOptions& options, Document& document) {
    const std::vector<PictureOption> given = pictureOptions(options);
    const bool alone = document.examples.size() == 1;
    for (std::size_t i = 0; i < document.examples.size(); ++i) {
        std::vector<PictureOption> own = given;
        if (!alone) own = i < given.size() ? std::vector{given[i]} : std::vector<PictureOption>{};
        Finding(document.examples[i], std::move(own), options.grid, document).run();
    }
}

}  // namespace hw::io
