// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/decoders.h"

#include <algorithm>
#include <utility>

#include "io/json/utf8.h"
#include "model/tokenizer/steps/byte_letters.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

void replaceAll(std::string& text, std::string_view old, std::string_view other) {
    std::size_t at = old.empty() ? std::string::npos : text.find(old);
    if (at == std::string::npos) return;
    std::string out;
    std::size_t done = 0;
    for (; at != std::string::npos; at = text.find(old, done)) {
        out.append(text, done, at - done).append(other);
        done = at + old.size();
    }
    text = out.append(text, done);
}

/// Removes spaces before English punctuation and contractions, in the library's order.
void cleanUp(std::string& text) {
    constexpr std::string_view pairs[][2] = {
        {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
        {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
        {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [old, other] : pairs) replaceAll(text, old, other);
}

class BpeDecoder : public Decoder {
public:
    explicit BpeDecoder(std::string suffix) : suffix_(std::move(suffix)) {}
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        for (std::string& token : tokens)
            replaceAll(token, suffix_, &token == &tokens.back() ? "" : " ");
    }

private:
    std::string suffix_;
};

class ByteFallbackDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        std::vector<std::string> out;
        std::string bytes;
        const auto flush = [&] {
            if (bytes.empty()) return;
            const std::size_t count = bytes.size();
            std::string text = bytes;
            if (io::repairUtf8(text) == 0) {
                out.push_back(std::move(text));
            } else {
                out.insert(out.end(), count, "\xEF\xBF\xBD");
            }
            bytes.clear();
        };
        for (std::string& token : tokens) {
            if (const int byte = byteIn(token); byte >= 0) {
                bytes += static_cast<char>(byte);
                continue;
            }
            flush();
            out.push_back(std::move(token));
        }
        flush();
        tokens = std::move(out);
    }

private:
    static int byteIn(std::string_view token) {
        if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
        const auto digit = [](char c) {
            return c >= '0' && c <= '9'   ? c - '0'
                   : c >= 'A' && c <= 'F' ? c - 'A' + 10
                   : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                          : -1;
        };
        const int high = token[3] == '+' ? 0 : digit(token[3]);  // Rust reads "+A" as a number
        const int low = digit(token[4]);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
};

class ByteLevelDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        std::string all;
        for (const std::string& token : tokens) {
            std::string bytes;
            bool good = true;
            forEachLetter(token, [&](char32_t c, std::size_t, std::size_t) {
                const int byte = byteOfLetter(c);
                good = good && byte >= 0;
                bytes += static_cast<char>(byte);
            });
            all += good ? bytes : token;
        }
        io::repairUtf8(all);
        tokens.assign(1, std::move(all));
    }
};

class CtcDecoder : public Decoder {
public:
    CtcDecoder(std::string pad, std::string delimiter, bool cleanup)
        : pad_(std::move(pad)), delimiter_(std::move(delimiter)), cleanup_(cleanup) {}
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        tokens.erase(std::ranges::unique(tokens).begin(), tokens.end());
        for (std::string& token : tokens) {
            replaceAll(token, pad_, "");
            if (!cleanup_) continue;
            cleanUp(token);
            replaceAll(token, delimiter_, " ");
        }
        std::erase(tokens, "");
    }

private:
    std::string pad_;
    std::string delimiter_;
    bool cleanup_;
};

class FuseDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        std::string all;
        for (const std::string& token : tokens) all += token;
        tokens.assign(1, std::move(all));
    }
};

class MetaspaceDecoder : public Decoder {
public:
    MetaspaceDecoder(char32_t replacement, bool dropsFirst) : dropsFirst_(dropsFirst) {
        io::appendUtf8(mark_, replacement);
    }
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        for (std::string& token : tokens)
            replaceAll(token, mark_, &token == &tokens.front() && dropsFirst_ ? "" : " ");
    }

private:
    std::string mark_;
    bool dropsFirst_;
};

class ReplaceDecoder : public Decoder {
public:
    ReplaceDecoder(Pattern pattern, std::string content)
        : pattern_(std::move(pattern)),
          content_(std::move(content)),
          least_(pattern_.bytesOfText()) {}
    void apply(std::vector<std::string>& tokens, Budget& budget) const override {
        std::vector<PatternMatch> matches;
        for (std::string& token : tokens) {
            matches.clear();
            if (!pattern_.findAll(token, budget, matches) || matches.empty()) continue;
            std::string out;
            std::size_t at = 0;
            for (const PatternMatch& match : matches) {
                out.append(token, at, match.begin - at).append(content_);
                at = match.end;
            }
            token = out.append(token, at);
        }
    }
    double growth() const override {
        return std::max(1.0, static_cast<double>(content_.size()) /
                                 static_cast<double>(std::max<std::size_t>(1, least_)));
    }

private:
    Pattern pattern_;
    std::string content_;
    std::size_t least_;  ///< the minimum bytes of a match
};

class DecoderSequence : public Decoder {
public:
    explicit DecoderSequence(std::vector<DecoderPtr> list) : list_(std::move(list)) {}
    void apply(std::vector<std::string>& tokens, Budget& budget) const override {
        for (const DecoderPtr& decoder : list_) decoder->apply(tokens, budget);
    }
    double growth() const override {
        double all = 1;
        for (const DecoderPtr& decoder : list_) all *= decoder->growth();
        return all;
    }
    std::size_t count() const override {
        std::size_t all = 0;
        for (const DecoderPtr& decoder : list_) all += decoder->count();
        return all;
    }

private:
    std::vector<DecoderPtr> list_;
};

class StripDecoder : public Decoder {
public:
    StripDecoder(char32_t letter, int start, int stop) : start_(start), stop_(stop) {
        io::appendUtf8(letter_, letter);
    }
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        for (std::string& token : tokens) {
            std::string_view rest = token;
            for (int i = 0; i < start_ && rest.starts_with(letter_); ++i)
                rest.remove_prefix(letter_.size());
            for (int i = 0; i < stop_ && rest.ends_with(letter_); ++i)
                rest.remove_suffix(letter_.size());
            token = std::string(rest);
        }
    }

private:
    std::string letter_;
    int start_;
    int stop_;
};

class WordPieceDecoder : public Decoder {
public:
    WordPieceDecoder(std::string prefix, bool cleanup)
        : prefix_(std::move(prefix)), cleanup_(cleanup) {}
    void apply(std::vector<std::string>& tokens, Budget&) const override {
        for (std::string& token : tokens) {
            if (&token != &tokens.front()) {
                if (token.starts_with(prefix_)) {
                    token.erase(0, prefix_.size());
                } else {
                    token.insert(0, " ");
                }
            }
            if (cleanup_) cleanUp(token);
        }
    }

private:
    std::string prefix_;
    bool cleanup_;
};

}  // namespace

DecoderPtr makeBpeDecoder(std::string suffix) {
    return std::make_unique<BpeDecoder>(std::move(suffix));
}
DecoderPtr makeByteFallbackDecoder() { return std::make_unique<ByteFallbackDecoder>(); }
DecoderPtr makeByteLevelDecoder() { return std::make_unique<ByteLevelDecoder>(); }
DecoderPtr makeCtcDecoder(std::string pad, std::string delimiter, bool cleanup) {
    return std::make_unique<CtcDecoder>(std::move(pad), std::move(delimiter), cleanup);
}
DecoderPtr makeFuseDecoder() { return std::make_unique<FuseDecoder>(); }
DecoderPtr makeMetaspaceDecoder(char32_t replacement, bool dropsFirst) {
    return std::make_unique<MetaspaceDecoder>(replacement, dropsFirst);
}
DecoderPtr makeReplaceDecoder(Pattern pattern, std::string content) {
    return std::make_unique<ReplaceDecoder>(std::move(pattern), std::move(content));
}
DecoderPtr makeDecoderSequence(std::vector<DecoderPtr> list) {
    return std::make_unique<DecoderSequence>(std::move(list));
}
DecoderPtr makeStripDecoder(char32_t letter, int start, int stop) {
    return std::make_unique<StripDecoder>(letter, start, stop);
}
DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup) {
    return std::make_unique<WordPieceDecoder>(std::move(prefix), cleanup);
}

}  // namespace hw::model
