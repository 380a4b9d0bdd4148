// SPDX-License-Identifier: MIT
#include "model/files/header_bytes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

constexpr std::uint64_t atOnce = 256 << 10;

}  // namespace

void HeaderBytes::fail(Code code, std::string finding, std::string remedy) {
    if (failed_) return;
    failed_ = true;
    problem_ = {code, name_ + ", " + io::byteText(position()), std::move(finding),
                std::move(remedy), position()};
}

void HeaderBytes::damaged(std::string finding) {
    fail(Code::syntax, std::move(finding), "Copy or save the file again."_tr);
}

bool HeaderBytes::fill() {
    base_ += buffer_.size();
    at_ = 0;
    const std::uint64_t count = std::min(atOnce, source_.size() - base_);
    buffer_.resize(static_cast<std::size_t>(count));
    if (count == 0) {
        fail(Code::truncated, "The file ends inside its header."_tr,
             "Copy or download the file again."_tr);
        return false;
    }
    if (auto fine = source_.read(base_, buffer_); !fine) {
        failed_ = true;
        problem_ = fine.error();
        return false;
    }
    return true;
}

void HeaderBytes::take(void* to, std::size_t count) {
    auto* bytes = static_cast<std::byte*>(to);
    while (count > 0 && !failed_) {
        if (at_ == buffer_.size() && !fill()) return;
        const std::size_t part = std::min(count, buffer_.size() - at_);
        std::memcpy(bytes, buffer_.data() + at_, part);
        bytes += part;
        at_ += part;
        count -= part;
    }
}

std::string HeaderBytes::exactly(std::uint64_t length) {
    if (failed_) return {};
    if (length > left()) {
        fail(Code::truncated, "The file ends inside its header."_tr,
             "Copy or download the file again."_tr);
        return {};
    }
    std::string value(static_cast<std::size_t>(length), '\0');
    take(value.data(), value.size());
    return value;
}

std::string HeaderBytes::text(std::uint64_t most) {
    const auto length = number<std::uint64_t>();
    if (length <= most || length > left()) return exactly(length);
    damaged(formatText("A string in the header claims {} bytes."_tr, {io::grouped(length)}));
    return {};
}

}  // namespace hw::model
