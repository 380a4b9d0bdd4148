// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "core/localized_text.h"
#include "model/sight/sight.h"

namespace hw::model {
namespace {

constexpr std::string_view placeholder = "<image>";

/// The text of one picture's frames.
std::string expansionOf(std::span<const Frame> frames, const std::string& images, bool isFramed) {
    if (!isFramed) return images;
    constexpr std::string_view border = "<fake_token_around_image>";
    std::string text;
    int last = 0;
    for (const Frame& frame : frames) {
        const int row = frame.seen.row;
        if (row < 0) break;
        if (row != last) text += '\n';
        last = row;
        text.append(border)
            .append("<row_")
            .append(std::to_string(row + 1))
            .append("_col_")
            .append(std::to_string(frame.seen.column + 1))
            .append(">")
            .append(images);
    }
    if (!text.empty()) text += "\n\n";
    return text.append(border).append("<global-img>").append(images).append(border);
}

}  // namespace

Result<ExpandedPrompt> expandPrompt(std::string_view prompt, std::span<const Frame> frames,
                                    int pictures, int tokensOfFrame, bool isFramed,
                                    std::string_view image) {
    std::string images;
    for (int i = 0; i < tokensOfFrame; ++i) images += image;
    ExpandedPrompt made;
    std::size_t first = 0;
    std::size_t from = 0;
    int found = 0;
    for (std::size_t at = 0; (at = prompt.find(placeholder, from)) != prompt.npos; ++found) {
        std::size_t end = first;
        while (end < frames.size() && frames[end].image == found) ++end;
        const std::string expansion =
            expansionOf(frames.subspan(first, end - first), images, isFramed);
        made.text.append(prompt.substr(from, at - from)).append(expansion);
        made.parts.push_back({at, placeholder.size(), expansion.size()});
        first = end;
        from = at + placeholder.size();
    }
    made.text.append(prompt.substr(from));
    if (found == pictures) return made;
    return std::unexpected(
        Problem{Code::badArgument, "text",
                formatText("The text has {} places for pictures, <image>, and there are {}."_tr,
                           {found, pictures}),
                "Write <image> once for each picture."_tr, std::nullopt});
}

}  // namespace hw::model
