// SPDX-License-Identifier: MIT
// Finds the container. The first bytes decide, never the names.
#include <string>

#include "io/foreign/foreign.h"
#include "io/json/space.h"
#include "io/readers/reader.h"
#include "io/readers/zip_stream.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The fragment of a URL, or a whole one.
bool isLink(std::string_view text) {
    for (const std::string_view start : {"#", "v=1&", "data=", "http://", "https://"}) {
        if (text.starts_with(start)) return true;
    }
    return false;
}

Problem notData(LocalizedText finding, LocalizedText remedy) {
    return {Code::notRecognised, "", finding, remedy, std::nullopt};
}

class SniffingReader : public Reader {
public:
    explicit SniffingReader(const ReadContext& context) : context_(context) {}

    Result<void> push(std::string_view chunk) override {
        if (reader_ != nullptr) return reader_->push(chunk);
        head_ += chunk;
        return head_.size() < enough ? Result<void>{} : decide();
    }

    Result<Tree> finish() override {
        if (reader_ == nullptr) {
            if (auto decided = decide(); !decided) return std::unexpected(decided.error());
        }
        return reader_->finish();
    }

    void expect(std::uint64_t totalBytes) override {
        if (reader_ != nullptr) reader_->expect(totalBytes);
    }

private:
    // White space before the text may be longer than this. Then decide() waits for more.
    static constexpr std::size_t enough = foreignHead;

    Result<void> decide() {
        auto chosen = choose();
        if (!chosen) return std::unexpected(chosen.error());
        reader_ = std::move(*chosen);
        const std::string head = std::move(head_);
        return reader_->push(std::string_view(head).substr(context_.firstByte));
    }

    Result<std::unique_ptr<Reader>> choose() {
        const std::string_view head = head_;
        if (head.empty()) {
            return std::unexpected(Problem{Code::empty, "", "The file is empty (0 bytes)."_tr,
                                           "Save it again, or choose another file."_tr,
                                           std::nullopt});
        }
        if (head.starts_with("\x1f\x8b")) {
            if (!context_.packed) return makeGzipReader(context_);
            return std::unexpected(
                notData("This is gzip inside gzip."_tr, "Unpack it once before opening."_tr));
        }
        if (head.starts_with("\x93NUMPY")) return makeNpyReader(context_);
        if (isZip(head)) return makeZipReader(context_);
        // safetensors has a length of eight bytes, then a JSON object. Text has no zero bytes there.
        if (head.size() > 8 && head[8] == '{' && head[6] == '\0' && head[7] == '\0') {
            return makeSafetensorsReader(context_);
        }
        if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
            return std::unexpected(notData("The text is UTF-16, but JSON is UTF-8."_tr,
                                           "Save it as UTF-8, not with PowerShell’s >."_tr));
        }
        if (head.starts_with("\x89PNG") || head.starts_with("\xFF\xD8\xFF") ||
            head.starts_with("GIF8") ||
            (head.starts_with("RIFF") && head.size() >= 12 && head.substr(8, 4) == "WEBP")) {
            return std::unexpected(notData(
                "This is a picture, not attention weights."_tr,
                "Open the file with the numbers. Drop a model’s input picture onto its open attention, or together with its file."_tr));
        }
        if (head.starts_with("%PDF")) {
            return std::unexpected(notData("This is a PDF, not attention weights."_tr,
                                           "Open the file with the numbers."_tr));
        }
        std::size_t at = head.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        context_.firstByte = at;
        while (at < head.size() && isSpace(head[at])) ++at;
        // A JSON object is no foreign file, and foreignFile() is in the engine's second part.
        if (!head.substr(at).starts_with("{\""))
            if (auto known = foreignFile(head)) return std::unexpected(std::move(*known));
        if (head.substr(at).starts_with("{\"format\":\"headwaters-dataset/")) {
            return std::unexpected(Problem{Code::dataSet, "",
                                           "This is a data set list, not attention weights."_tr,
                                           "Open it in the page."_tr, std::nullopt});
        }
        if (isLink(head.substr(at))) return makeLinkReader(context_);
        if (at < head.size() && head[at] == '<') return makePageReader(context_);
        if (at < head.size() && (isLetter(head[at]) || head[at] == '/'))
            return makeScriptReader(context_, false);
        return makeJsonReader(context_);
    }

    ReadContext context_;
    std::string head_;
    std::unique_ptr<Reader> reader_;
};

}  // namespace

std::unique_ptr<Reader> makeReader(const ReadContext& context) {
    return std::make_unique<SniffingReader>(context);
}

}  // namespace hw::io
