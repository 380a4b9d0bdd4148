// SPDX-License-Identifier: MIT
#include "model/files/torch/pickle.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

// A checkpoint of 20,000 tensors has about 360,000 values.
constexpr std::size_t mostValues = 1'000'000;
constexpr std::size_t mostStack = 1'000'000;
constexpr std::size_t mostMemo = 1'000'000;
constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool PickleReader::fail(Code code, std::string finding, std::string remedy) {
    problem_ = {code, name_, std::move(finding), std::move(remedy), at_};
    return false;
}

bool PickleReader::damaged() {
    return fail(Code::syntax, "This file’s pickle is damaged."_tr,
                "Copy or download the file again."_tr);
}

bool PickleReader::refused(std::string_view what) {
    return fail(Code::notRecognised,
                formatText("This file’s pickle uses {}, but only tensors are supported."_tr,
                           {io::excerpt(what, 80)}),
                "Save the tensors with torch.save(model.state_dict(), \"pytorch_model.bin\")."_tr);
}

template <class Number>
bool PickleReader::number(Number& into) {
    if (bytes_.size() - at_ < sizeof into) {
        return fail(Code::truncated, "This file’s pickle ends too early."_tr,
                    "Copy or download the file again."_tr);
    }
    std::memcpy(&into, bytes_.data() + at_, sizeof into);
    at_ += sizeof into;
    return true;
}

bool PickleReader::push(PickleValue value) {
    if (values_.size() >= mostValues || stack_.size() >= mostStack) {
        return fail(
            Code::tooLarge,
            formatText("This file's pickle has more than {} values."_tr, {io::grouped(mostValues)}),
            "Save the tensors with torch.save(model.state_dict(), \"pytorch_model.bin\")."_tr);
    }
    stack_.push_back(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(std::move(value));
    return true;
}

bool PickleReader::needs(std::size_t count) {
    const std::size_t bottom = marks_.empty() ? 0 : marks_.back();
    return stack_.size() - bottom >= count || damaged();
}

std::uint32_t PickleReader::pop() {
    const std::uint32_t top = stack_.back();
    stack_.pop_back();
    return top;
}

bool PickleReader::mark(std::size_t& first) {
    if (marks_.empty()) return damaged();
    first = marks_.back();
    marks_.pop_back();
    return true;
}

bool PickleReader::collect(Kind kind, std::size_t first) {
    PickleValue value{.kind = kind};
    value.items.assign(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    stack_.resize(first);
    if (kind == Kind::dict && value.items.size() % 2 != 0) return damaged();
    return push(std::move(value));
}

bool PickleReader::append(std::size_t first) {
    if (first == 0 || values_[stack_[first - 1]].kind != Kind::list) return damaged();
    std::vector<std::uint32_t>& items = values_[stack_[first - 1]].items;
    items.insert(items.end(), stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    stack_.resize(first);
    return true;
}

bool PickleReader::setItems(std::size_t first) {
    if (first == 0 || (stack_.size() - first) % 2 != 0 ||
        values_[stack_[first - 1]].kind != Kind::dict) {
        return damaged();
    }
    std::vector<std::uint32_t>& items = values_[stack_[first - 1]].items;
    items.insert(items.end(), stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    stack_.resize(first);
    return true;
}

bool PickleReader::remember(std::uint64_t place) {
    if (!needs(1)) return false;
    if (place >= mostMemo) return damaged();
    if (place >= memo_.size()) memo_.resize(static_cast<std::size_t>(place) + 1, unset);
    memo_[static_cast<std::size_t>(place)] = stack_.back();
    return true;
}

bool PickleReader::recall(std::uint64_t place) {
    if (place >= memo_.size() || memo_[static_cast<std::size_t>(place)] == unset ||
        stack_.size() >= mostStack) {
        return damaged();
    }
    stack_.push_back(memo_[static_cast<std::size_t>(place)]);
    return true;
}

bool PickleReader::text(std::uint64_t length) {
    if (length > bytes_.size() - at_) {
        return fail(Code::truncated, "This file’s pickle ends too early."_tr,
                    "Copy or download the file again."_tr);
    }
    const std::string_view found = bytes_.substr(at_, static_cast<std::size_t>(length));
    at_ += found.size();
    return push({.kind = Kind::text, .text = found});
}

bool PickleReader::line(std::string_view& into) {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) return damaged();
    into = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
}

/// Two's complement of any length. More than 64 bits give 0, because no size or offset needs them.
bool PickleReader::longNumber(std::uint64_t length) {
    if (!text(length)) return false;
    PickleValue& value = values_[stack_.back()];
    std::uint64_t bits = 0;
    const bool isNegative = !value.text.empty() && (value.text.back() & 0x80) != 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const auto byte = i < value.text.size() ? static_cast<unsigned char>(value.text[i])
                                                : static_cast<unsigned char>(isNegative ? 255 : 0);
        bits |= std::uint64_t{byte} << (8 * i);
    }
    value.number = value.text.size() > 8 ? 0 : static_cast<std::int64_t>(bits);
    value.kind = Kind::number;
    return true;
}

bool PickleReader::step(unsigned char code) {
    std::uint8_t byte = 0;
    std::uint16_t word = 0;
    std::uint32_t four = 0;
    std::uint64_t eight = 0;
    std::size_t first = 0;
    switch (code) {
        case 0x80: return number(byte) && (byte <= 5 || refused("a newer protocol"));
        case 0x95: return number(eight);            // FRAME
        case '.': isDone_ = true; return needs(1);  // STOP
        case '(': marks_.push_back(stack_.size()); return marks_.size() < mostStack || damaged();
        case '0': return needs(1) && (pop(), true);  // POP
        case 'N': return push(Kind::none);
        case 0x88: return push(Kind::truth, 1);
        case 0x89: return push(Kind::truth, 0);
        case 'J': return number(four) && push(Kind::number, static_cast<std::int32_t>(four));
        case 'K': return number(byte) && push(Kind::number, byte);
        case 'M': return number(word) && push(Kind::number, word);
        case 0x8a: return number(byte) && longNumber(byte);
        case 0x8b: return number(four) && longNumber(four);
        case 'G': return number(eight) && push(Kind::real);
        case 'X':
        case 'T':
        case 'B': return number(four) && text(four);
        case 0x8c:
        case 'U':
        case 'C': return number(byte) && text(byte);
        case 0x8d:
        case 0x8e: return number(eight) && text(eight);
        case ']': return push(Kind::list);
        case ')': return push(Kind::list);
        case '}': return push(Kind::dict);
        case 't': return mark(first) && collect(Kind::list, first);
        case 'l': return mark(first) && collect(Kind::list, first);
        case 'd': return mark(first) && collect(Kind::dict, first);
        case 0x85: return needs(1) && collect(Kind::list, stack_.size() - 1);
        case 0x86: return needs(2) && collect(Kind::list, stack_.size() - 2);
        case 0x87: return needs(3) && collect(Kind::list, stack_.size() - 3);
        case 'a': return needs(2) && append(stack_.size() - 1);
        case 'e': return mark(first) && append(first);
        case 's': return needs(3) && setItems(stack_.size() - 2);
        case 'u': return mark(first) && setItems(first);
        case 'q': return number(byte) && remember(byte);
        case 'r': return number(four) && remember(four);
        case 0x94: return remember(memo_.size());
        case 'h': return number(byte) && recall(byte);
        case 'j': return number(four) && recall(four);
        case 'c': return makerOnLines();
        case 0x93: return makerOnStack();
        case 'R': return reduce();
        case 'b': return build();
        case 'Q': return persistent();
        default: return refused(formatText("the instruction {}"_tr, {static_cast<int>(code)}));
    }
}

Result<std::uint32_t> PickleReader::next() {
    stack_.clear();
    marks_.clear();
    memo_.clear();
    isDone_ = false;
    while (!isDone_) {
        std::uint8_t code = 0;
        if (!number(code) || !step(code)) return std::unexpected(problem_);
    }
    return stack_.back();
}

}  // namespace hw::model
