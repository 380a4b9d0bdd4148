// SPDX-License-Identifier: MIT
#include "io/packed/content.h"
#include "io/packed/text64.h"
#include "io/readers/reader.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t longestLink = std::size_t{8} << 20;  ///< four times the limit of any browser

class LinkReader : public Reader {
public:
    explicit LinkReader(const ReadContext& context) : limits_(context.limits) {}

    Result<void> push(std::string_view chunk) override {
        if (text_.size() + chunk.size() > longestLink) {
            return std::unexpected(
                Problem{Code::tooLarge, "data",
                        formatText("The link is longer than {}."_tr, {bytesText(longestLink)}),
                        "Open the original file."_tr, std::nullopt});
        }
        text_ += chunk;
        return {};
    }

    Result<Tree> finish() override {
        const std::string_view data = packedText(text_);
        if (data.empty()) {
            return std::unexpected(Problem{Code::notRecognised, "",
                                           "This link contains no data, only a URL or view."_tr,
                                           "Open it in the page."_tr, std::nullopt});
        }
        const auto bytes = fromBase64(data);
        if (!bytes) {
            return std::unexpected(Problem{
                Code::syntax, "data", "The link’s data contain invalid characters."_tr,
                "Copy the whole link again, without spaces or line breaks."_tr, std::nullopt});
        }
        auto content = decode(*bytes, limits_);
        if (!content) return std::unexpected(content.error());
        return treeOf(std::move(*content));
    }

private:
    Limits limits_;
    std::string text_;
};

}  // namespace

std::unique_ptr<Reader> makeLinkReader(const ReadContext& context) {
    return std::make_unique<LinkReader>(context);
}

std::string_view packedText(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    constexpr std::string_view key = "data=";
    while (!text.empty() && space.contains(text.front())) text.remove_prefix(1);
    while (!text.empty() && space.contains(text.back())) text.remove_suffix(1);
    std::size_t at = text.find(key);
    while (at != std::string_view::npos && at > 0 &&
           !std::string_view("#?&").contains(text[at - 1]))
        at = text.find(key, at + 1);
    if (at != std::string_view::npos) {
        text.remove_prefix(at + key.size());
        return text.substr(0, text.find('&'));
    }
    return text.find_first_of("#?&=:/") == std::string_view::npos ? text : std::string_view();
}

}  // namespace hw::io
