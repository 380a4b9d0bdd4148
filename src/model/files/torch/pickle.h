// SPDX-License-Identifier: MIT
// Reads a dictionary of tensors from torch.save, a Python pickle, as data. Nothing is executed. The parser builds
// numbers, texts, tuples, lists and dictionaries, and knows the few constructors that torch.save needs by name. It
// rejects all others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace hw::model {

struct PickleValue {
    enum class Kind : std::uint8_t {
        none,
        truth,
        number,
        real,  ///< its value is not kept
        text,
        list,     ///< or a tuple
        dict,     ///< items: keys and values in turn
        maker,    ///< number: a Maker; text: its name without the module
        storage,  ///< items: type (a maker), key, count, and in the older format a view
        tensor,   ///< items: storage, offset, sizes, strides
    };
    Kind kind = Kind::none;
    std::int64_t number = 0;
    std::string_view text = {};             ///< part of the pickle's bytes
    std::vector<std::uint32_t> items = {};  ///< indices of values
};

/// Reads consecutive pickles from the same bytes. Values stay valid until the reader is destroyed.
class PickleReader {
public:
    /// `bytes` must outlive the reader.
    PickleReader(std::string_view bytes, std::string name)
        : bytes_(bytes), name_(std::move(name)) {}

    /// Reads the next pickle, and returns the index of its value. Errors: truncated at the end of the bytes, syntax,
    /// tooLarge, and notRecognised for a constructor or an instruction that is not allowed, by its name. Cost:
    /// O(bytes), and 64 bytes of memory for each value, at most a million values.
    Result<std::uint32_t> next();
    const PickleValue& operator[](std::uint32_t index) const { return values_[index]; }
    /// The position after the pickle that next() read.
    std::size_t position() const { return at_; }

private:
    using Kind = PickleValue::Kind;

    bool step(unsigned char code);
    bool reduce();
    bool build();
    bool persistent();
    bool maker(std::string_view module, std::string_view name);
    bool makerOnLines();
    bool makerOnStack();
    bool dictOf(const std::vector<std::uint32_t>& pairs);
    bool collect(Kind kind, std::size_t first);
    bool setItems(std::size_t first);
    bool append(std::size_t first);
    bool remember(std::uint64_t place);
    bool recall(std::uint64_t place);
    bool text(std::uint64_t length);
    bool line(std::string_view& into);
    bool longNumber(std::uint64_t length);
    bool push(PickleValue value);
    bool push(Kind kind, std::int64_t number = 0) { return push({.kind = kind, .number = number}); }
    /// The index in stack_ after the last mark, which is removed.
    bool mark(std::size_t& first);
    bool needs(std::size_t count);
    std::uint32_t pop();
    template <class Number>
    bool number(Number& into);
    bool fail(Code code, std::string finding, std::string remedy);
    bool damaged();
    bool refused(std::string_view what);

    std::string_view bytes_;
    std::string name_;
    std::size_t at_ = 0;
    std::vector<PickleValue> values_;
    std::vector<std::uint32_t> stack_;
    std::vector<std::size_t> marks_;
    std::vector<std::uint32_t> memo_;
    std::size_t copied_ = 0;  ///< items that were copied and not moved
    bool isDone_ = false;
    Problem problem_;
};

}  // namespace hw::model
