// SPDX-License-Identifier: MIT
// Web pages. One that this program made as a single file (web/one_file) has its data as base64 in its own element. In
// others, this searches for a script with attention in it (readers/script_reader.cpp).
#include <algorithm>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "io/packed/text64.h"
#include "io/readers/reader.h"

namespace hw::io {

namespace {

constexpr std::string_view marker = "id=\"headwaters-analysis\"";

class PageReader : public Reader {
public:
    explicit PageReader(const ReadContext& context)
        : context_(context), other_(makeScriptReader(context, true)) {}

    Result<void> push(std::string_view chunk) override {
        if (state_ == State::outside) return search(chunk);
        return take(chunk);
    }

    Result<Tree> finish() override {
        if (state_ == State::outside) return other_->finish();
        if (state_ != State::behind) {
            return std::unexpected(Problem{Code::truncated, "",
                                           "The page ends in the middle of its data."_tr,
                                           "Copy or download the file again."_tr, std::nullopt});
        }
        if (data_ == nullptr) {
            return std::unexpected(Problem{Code::empty, "",
                                           "This page contains the program but no data."_tr,
                                           "Open a page saved with an analysis."_tr, std::nullopt});
        }
        return data_->finish();
    }

private:
    enum class State { outside, tag, within, behind };

    // The marker may be cut between two chunks.
    Result<void> search(std::string_view chunk) {
        const std::string joined = last_ + std::string(chunk.substr(0, marker.size()));
        std::size_t at = joined.find(marker);
        std::size_t end = std::string_view::npos;
        if (at != std::string_view::npos) {
            end = at + marker.size() - last_.size();
        } else if (at = chunk.find(marker); at != std::string_view::npos) {
            end = at + marker.size();
        }
        if (end != std::string_view::npos) {
            other_.reset();
            state_ = State::tag;
            return take(chunk.substr(end));
        }
        const std::string tail =
            last_ + std::string(chunk.size() > marker.size()
                                    ? chunk.substr(chunk.size() - marker.size())
                                    : chunk);
        last_ = tail.substr(tail.size() - std::min(tail.size(), marker.size() - 1));
        return other_->push(chunk);
    }

    Result<void> take(std::string_view chunk) {
        if (state_ == State::tag) {
            const std::size_t end = chunk.find('>');
            if (end == std::string_view::npos) return {};
            chunk.remove_prefix(end + 1);
            state_ = State::within;
        }
        if (state_ != State::within) return {};
        const std::size_t end = chunk.find('<');
        if (auto fine = decode(chunk.substr(0, end)); !fine) return fine;
        if (end == std::string_view::npos) return {};
        state_ = State::behind;
        return letters_.empty() ? Result<void>{} : hand(std::exchange(letters_, {}));
    }

    // Whole groups of four letters. Remaining letters wait.
    Result<void> decode(std::string_view text) {
        constexpr std::size_t most = std::size_t{1} << 18;
        while (!text.empty()) {
            const std::size_t count = std::min(text.size(), most);
            letters_ += text.substr(0, count);
            text.remove_prefix(count);
            const std::size_t whole = letters_.size() / 4 * 4;
            if (whole == 0) continue;
            const std::string group = letters_.substr(0, whole);
            letters_.erase(0, whole);
            if (auto fine = hand(group); !fine) return fine;
        }
        return {};
    }

    Result<void> hand(const std::string& letters) {
        const auto bytes = fromBase64(letters);
        if (!bytes) {
            return std::unexpected(Problem{Code::syntax, "", "The data in the page are damaged."_tr,
                                           "Copy or download the file again."_tr, std::nullopt});
        }
        if (data_ == nullptr) {
            ReadContext inside = context_;
            inside.firstByte = 0;
            if (inside.totalBytes) *inside.totalBytes = *inside.totalBytes / 4 * 3;
            data_ = makeReader(inside);
        }
        return data_->push(*bytes);
    }

    ReadContext context_;
    std::unique_ptr<Reader> other_;
    std::unique_ptr<Reader> data_;
    State state_ = State::outside;
    std::string last_;
    std::string letters_;
};

}  // namespace

std::unique_ptr<Reader> makePageReader(const ReadContext& context) {
    return std::make_unique<PageReader>(context);
}

}  // namespace hw::io
