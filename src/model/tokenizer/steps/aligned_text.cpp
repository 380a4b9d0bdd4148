// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/aligned_text.h"

#include <algorithm>

#include "io/json/utf8.h"
#include "model/unicode/utf8.h"

namespace hw::model {

AlignedText::AlignedText(std::string_view text) : bytes_(text) {
    if (isAscii(text)) return;
    spans_.reserve(text.size());
    std::uint32_t count = 0;
    forEachLetter(text, [&](char32_t, std::size_t, std::size_t size) {
        spans_.insert(spans_.end(), size, {count, count + 1});
        ++count;
    });
    spans_.resize(text.size(), {count, count});
}

void AlignedText::reserve(std::size_t bytes, std::size_t most) {
    most_ = most;
    bytes_.reserve(bytes + bytes / 8);
    spans_.reserve(bytes + bytes / 8);
}

void AlignedText::append(char32_t letter, TextSpan span) {
    if (!fits(4)) return;
    if (letter < 128) {
        bytes_ += static_cast<char>(letter);
    } else {
        io::appendUtf8(bytes_, letter);
    }
    spans_.resize(bytes_.size(), span);
}

void AlignedText::append(std::string_view text, TextSpan span) {
    if (!fits(text.size())) return;
    bytes_ += text;
    spans_.resize(bytes_.size(), span);
}

void AlignedText::append(const AlignedText& from, std::size_t begin, std::size_t end) {
    if (!fits(end - begin)) return;
    bytes_ += from.bytes(begin, end);
    if (from.spans_.empty()) {
        for (std::size_t byte = begin; byte < end; ++byte) spans_.push_back(from.span(byte));
    } else {
        spans_.insert(spans_.end(), from.spans_.begin() + static_cast<std::ptrdiff_t>(begin),
                      from.spans_.begin() + static_cast<std::ptrdiff_t>(end));
    }
}

void applyChanges(const AlignedText& from, const Piece& piece, std::span<const Change> changes,
                  AlignedText& to) {
    // Text without an origin at the very start of a piece stays before the changes.
    std::size_t begin = piece.begin;
    while (begin < piece.end && from.span(begin).begin == from.span(begin).end) ++begin;
    to.append(from, piece.begin, begin);
    std::size_t at = begin;
    const auto step = [&] {
        if (at < piece.end) at += sizeOfLetter(from.bytes()[at]);
        at = std::min<std::size_t>(at, piece.end);
    };
    for (const Change& change : changes) {
        TextSpan span{piece.origin, piece.origin};
        if (change.change > 0) {
            if (at > piece.begin) span = from.span(at - 1);
        } else {
            if (at < piece.end) span = from.span(at);
            step();
            for (int removed = change.change; removed < 0; ++removed) step();
        }
        to.append(change.letter, span);
    }
}

}  // namespace hw::model
