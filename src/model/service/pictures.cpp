// SPDX-License-Identifier: MIT
// Pictures that the page has sent, and their runs.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/service/run_json.h"
#include "model/service/service.h"

namespace hw::service {
namespace {

constexpr std::size_t mostPictures = 8;

std::vector<std::string> linesIn(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A title with more patches has only their number.
constexpr std::size_t mostNamedPatches = 6;

/// "Drawing · wiped: r2c2, r2c3", patches by row and column, counted from 1, as on the page. A picture without some of
/// its patches is a different picture, so captions and compared columns have to show it. Rarely used, so it is not
/// inlined and not fetched with the first code.
[[gnu::noinline]] std::string wipedTitle(const std::string& title, std::vector<int> wiped,
                                         int columns) {
    if (wiped.size() > mostNamedPatches)
        return formatText("{} · {} patches wiped"_tr, {title, static_cast<int>(wiped.size())});
    std::ranges::sort(wiped);
    std::string names;
    for (const int patch : wiped)
        names.append(names.empty() ? "r" : ", r")
            .append(std::to_string(patch / columns + 1))
            .append("c")
            .append(std::to_string(patch % columns + 1));
    return formatText("{} · wiped: {}"_tr, {title, names});
}

}  // namespace

Result<Reply> Service::keepPicture(const Values& request, const model::Progress& /*progress*/) {
    const int width = request.whole("width");
    const int height = request.whole("height");
    const std::string name = request.text("name");
    std::string title = request.text("title");
    PicturePoints picture{width, height, std::string(std::size_t{3} * width * height, '\0')};
    // One row at a time, so that a photo is in memory only once.
    std::vector<std::byte> row(std::size_t{4} * width);
    for (int y = 0; y < height; ++y) {
        if (!read_(0, std::uint64_t{1} * y * row.size(), row))
            return refusal(Code::cannotRead, title, "This picture can’t be read."_tr,
                           "Use another one."_tr);
        for (int x = 0; x < width; ++x) {
            const std::byte* pixel = row.data() + std::size_t{4} * x;
            const int opacity = std::to_integer<int>(pixel[3]);
            for (std::size_t colour = 0; colour < 3; ++colour)
                picture.rgb[std::size_t{3} * (std::size_t{1} * y * width + x) + colour] =
                    static_cast<char>((std::to_integer<int>(pixel[colour]) * opacity + 127) / 255 +
                                      255 - opacity);
        }
    }
    std::erase_if(pictures_, [&](const NamedPicture& kept) { return kept.name == name; });
    pictures_.push_back({name, std::move(title), std::move(picture)});
    if (pictures_.size() > mostPictures) pictures_.erase(pictures_.begin());
    return Reply{"{}", {}};
}

Result<void> Service::compareWith(const std::string& lines) {
    if (plain_ == nullptr) plain_ = session_;
    if (lines == among_) return {};
    const std::vector<std::string> texts = linesIn(lines);
    if (texts.empty()) {
        session_ = plain_;
    } else {
        auto made = plain_->amongTexts(texts);
        if (!made) return std::unexpected(std::move(made.error()));
        session_ = std::make_shared<const model::Session>(std::move(*made));
    }
    among_ = lines;
    return {};
}

Result<model::Run> Service::plainRun(const Recipe& recipe) {
    if (session_->facts().hears()) return heardRun(recipe);
    if (session_->facts().translates()) {
        model::OutputRequest wish{.beams = recipe.beams};
        if (recipe.pair) wish.text = *recipe.pair;
        return session_->translate(recipe.text, wish);
    }
    if (!session_->facts().readsPictures()) return textRun(recipe);
    if (session_->comparesTexts())
        if (auto good = compareWith(recipe.pair.value_or("")); !good)
            return std::unexpected(std::move(good.error()));
    const auto kept = std::ranges::find(pictures_, recipe.text, &NamedPicture::name);
    if (kept == pictures_.end())
        return refusal(Code::badArgument, "picture", "This picture is not on this device."_tr,
                       "Choose or draw one."_tr);
    const std::vector<int> wiped = numbersIn(recipe.wiped, ';');
    const int columns = session_->facts().spec.picture->columns();
    std::string title = wiped.empty() ? kept->title : wipedTitle(kept->title, wiped, columns);
    return session_->runPicture(kept->picture, std::move(title), wiped);
}

Result<model::Run> Service::encodedPrompt(const Recipe& recipe) {
    if (seen_.sight == nullptr || seen_.session != session_ || seen_.names != recipe.images ||
        seen_.wiped != recipe.wiped || seen_.tiles != recipe.tiles) {
        std::vector<PicturePoints> pictures;
        std::string_view rest = recipe.images;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(';'), rest.size());
            const auto kept =
                std::ranges::find(pictures_, rest.substr(0, end), &NamedPicture::name);
            if (kept == pictures_.end())
                return refusal(Code::badArgument, "picture",
                               "This picture is not on this device."_tr, "Choose or draw one."_tr);
            pictures.push_back(kept->picture);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        auto sight =
            session_->see(pictures, recipe.tiles == 1, {.wiped = numbersIn(recipe.wiped, ';')});
        if (!sight) return std::unexpected(std::move(sight.error()));
        seen_ = {recipe.images, recipe.wiped, recipe.tiles, session_, std::move(*sight)};
    }
    auto prompt =
        session_->encodedPrompt(recipe.text, seen_.sight, recipe.isMessage, recipe.before);
    const std::vector<int> ids = numbersIn(recipe.ids, ',');
    if (!prompt || ids.empty()) return prompt;
    const auto& own = prompt->encoding.ids;
    const std::size_t count = own.size();  // before the move below
    if (ids.size() < count || !std::equal(own.begin(), own.end(), ids.begin())) return badAsk();
    return session_->continued(std::move(*prompt), std::span(ids).subspan(count));
}

std::string Service::comparedTitle(std::string_view target) const {
    const std::string_view text = comparedText(target);
    const auto kept = std::ranges::find(pictures_, text, &NamedPicture::name);
    return kept == pictures_.end() ? std::string(text) : kept->title;
}

}  // namespace hw::service
