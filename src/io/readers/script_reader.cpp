// SPDX-License-Identifier: MIT
// Web pages and scripts with their data as an object literal. BertViz and CircuitsVis write `const params = {...}` or
// `render(..., {...})` into HTML, others export a JavaScript module. This tries every brace that could begin an object
// literal, and uses the first one in which an importer recognises attention.
#include <algorithm>
#include <string>

#include "io/foreign/foreign.h"
#include "io/json/json_parser.h"
#include "io/json/space.h"
#include "io/readers/json_options.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool beginsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

class ScriptReader : public Reader {
public:
    ScriptReader(const ReadContext& context, bool html)
        : context_(context), options_(jsonOptions(context)), html_(html) {
        options_.stopAtEnd = true;
        options_.javascript = !html;
        read_ = context.firstByte;
    }

    Result<void> push(std::string_view chunk) override {
        if (head_.size() < headSize) head_ += chunk.substr(0, headSize - head_.size());
        std::size_t at = 0;
        while (at < chunk.size() && !found_) {
            if (parser_) {
                if (auto fine = parse(chunk, at); !fine) return fine;
            } else {
                search(chunk, at);
            }
        }
        read_ += chunk.size();
        return {};
    }

    Result<Tree> finish() override {
        if (found_) return std::move(*found_);
        if (parser_ && parsed_ > worthReporting) {
            if (auto tree = parser_->finish(); !tree) return std::unexpected(tree.error());
        }
        if (failure_) return std::unexpected(*failure_);
        return std::unexpected(html_ ? notInPage() : notJson());
    }

private:
    static constexpr std::size_t headSize = 4096;
    // A literal that broke off after this many bytes was more than a piece of code.
    static constexpr std::uint64_t worthReporting = 256;

    // Looks for a brace and, after white space, the beginning of a key.
    void search(std::string_view chunk, std::size_t& at) {
        if (!brace_) {
            const std::size_t brace = chunk.find('{', at);
            if (brace == std::string_view::npos) {
                at = chunk.size();
                return;
            }
            at = brace + 1;
            brace_ = true;
            start_ = read_ + brace;
        }
        while (at < chunk.size() && isSpace(chunk[at])) ++at;
        if (at == chunk.size()) return;
        brace_ = false;
        const char c = chunk[at];
        if (c != '"' && (html_ || (c != '\'' && !beginsName(c)))) return;
        options_.firstByte = start_;
        if (context_.totalBytes)
            options_.totalBytes = *context_.totalBytes - std::min(start_, *context_.totalBytes);
        parser_.emplace(options_);
        parsed_ = 0;
        (void)parser_->push("{");
        // Skipped white space is pushed again as such, so that byte numbers stay correct.
        static const std::string gap(4096, ' ');
        for (std::uint64_t left = read_ + at - start_ - 1; left > 0;) {
            const auto part = std::min<std::uint64_t>(left, gap.size());
            (void)parser_->push(std::string_view(gap).substr(0, part));
            left -= part;
        }
    }

    Result<void> parse(std::string_view chunk, std::size_t& at) {
        const std::string_view rest = chunk.substr(at);
        auto used = parser_->push(rest);
        if (!used) {
            if (used.error().code == Code::tooLarge || used.error().code == Code::tooDeep) {
                return std::unexpected(used.error());
            }
            // Go on after the place of the error, or at least after the brace.
            const std::uint64_t place = used.error().byte.value_or(read_ + at);
            const std::size_t next =
                place > read_ + at ? static_cast<std::size_t>(place - read_) : at;
            parsed_ += next - at;
            if (parsed_ > worthReporting && !failure_) failure_ = used.error();
            at = std::min(next, chunk.size());
            parser_.reset();
            return {};
        }
        parsed_ += *used;
        at += *used;
        if (!parser_->done()) return {};
        auto tree = parser_->finish();
        parser_.reset();
        if (tree && context_.isKnown != nullptr && context_.isKnown(*tree))
            found_ = std::move(*tree);
        return {};
    }

    Problem notInPage() const {
        std::string title;
        const std::size_t begin = head_.find("<title>");
        if (begin != std::string::npos) {
            const std::size_t end = head_.find('<', begin + 7);
            if (end != std::string::npos) title = head_.substr(begin + 7, end - begin - 7);
        }
        return {Code::notRecognised, "",
                title.empty() ? "This web page contains no attention data."_tr
                              : formatText("This web page (\"{}\") contains no attention data."_tr,
                                           {excerpt(title)}),
                "Use the URL of the file itself (GitHub’s Raw button)."_tr, std::nullopt};
    }

    Problem notJson() const {
        if (head_.starts_with("//") || head_.starts_with("/*")) {
            return problemAt(Code::syntax, "", context_.firstByte,
                             "JSON doesn’t allow comments."_tr, "Remove the comments."_tr);
        }
        if (auto known = foreignText(head_)) return std::move(*known);
        return {Code::notRecognised, "",
                formatText("This is text, not JSON (it begins with \"{}\")."_tr, {excerpt(head_)}),
                "Open a JSON file such as {\"tokens\": [...], \"attentions\": [...]}, a BertViz or "
                "CircuitsVis page, "
                "or a NumPy or safetensors file."_tr,
                std::nullopt};
    }

    ReadContext context_;
    JsonOptions options_;
    bool html_;
    std::string head_;
    std::optional<JsonParser> parser_;
    std::optional<Tree> found_;
    std::optional<Problem> failure_;
    std::uint64_t read_ = 0;
    std::uint64_t start_ = 0;
    std::uint64_t parsed_ = 0;
    bool brace_ = false;
};

}  // namespace

std::unique_ptr<Reader> makeScriptReader(const ReadContext& context, bool html) {
    return std::make_unique<ScriptReader>(context, html);
}

}  // namespace hw::io
