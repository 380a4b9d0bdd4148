// SPDX-License-Identifier: MIT
// Converts plain data to bytes and back, for messages between threads of one program. Little-endian, no padding. Each
// type lists its fields once, in a function `fields(archive, value)` that serves both writing and reading, so they
// cannot disagree.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hw {

static_assert(std::endian::native == std::endian::little,
              "ByteWriter and ByteReader copy numbers as they stand in memory");

/// The last enumerator of an enum whose values run from 0 without gaps. Specialised per enum.
template <class Enum>
struct LastValue;

/// Numbers in their in-memory representation: `int` as i32, `double` as f64, ... Not bool.
template <class T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

/// Writes values as bytes to `To::raw`. bool and enums are one byte. Text and lists are a u32 count, then the content.
/// optional is one byte, then the value if there is one.
template <class To>
class BasicWriter {
public:
    template <class... Ts>
    void operator()(const Ts&... values) {
        (write(values), ...);
    }

private:
    void raw(std::span<const std::byte> bytes) { static_cast<To&>(*this).raw(bytes); }
    template <PlainNumber T>
    void write(T number) {
        raw(std::as_bytes(std::span(&number, 1)));
    }
    void write(bool yes) { write(static_cast<std::uint8_t>(yes)); }
    template <class T>
        requires std::is_enum_v<T>
    void write(T value) {
        write(static_cast<std::uint8_t>(value));
    }
    void write(const std::string& text) {
        write(static_cast<std::uint32_t>(text.size()));
        raw(std::as_bytes(std::span(text)));
    }
    template <class T>
    void write(const std::vector<T>& items) {
        write(static_cast<std::uint32_t>(items.size()));
        if constexpr (PlainNumber<T>)
            raw(std::as_bytes(std::span(items)));
        else
            for (const T& item : items) write(item);
    }
    template <class T>
    void write(const std::optional<T>& value) {
        write(value.has_value());
        if (value) write(*value);
    }
    template <class T>
        requires std::is_class_v<T>
    void write(const T& value) {
        fields(static_cast<To&>(*this), value);
    }
};

/// Appends to a byte vector.
class ByteWriter : public BasicWriter<ByteWriter> {
public:
    void raw(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

/// A source of bytes that delivers them only when they are read, directly to their destination.
class ByteFeed {
public:
    virtual ~ByteFeed() = default;
    /// Fills `into` with the next bytes. The caller never asks for more than there are.
    virtual void next(std::span<std::byte> into) = 0;
};

/// Reads the bytes of a ByteWriter. Never reads past the end and never trusts a count that exceeds the rest of the
/// input. After the first error `ok()` is false and values stay as they were.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes), left_(bytes.size()) {}
    /// Reads `length` bytes of the feed.
    ByteReader(ByteFeed& feed, std::size_t length) : feed_(&feed), left_(length) {}

    template <class... Ts>
    void operator()(Ts&... values) {
        (read(values), ...);
    }
    bool ok() const { return ok_; }
    /// True if there was no error and nothing is left over.
    bool finished() const { return ok_ && left_ == 0; }
    /// Takes all unread bytes. Only without a feed.
    std::span<const std::byte> takeRest() {
        left_ = 0;
        return std::exchange(rest_, {});
    }
    void fail() { ok_ = false; }

private:
    bool take(void* to, std::size_t count) {
        if (!ok_ || left_ < count) return ok_ = false;
        left_ -= count;
        if (count == 0) return true;
        if (feed_ != nullptr) {
            feed_->next({static_cast<std::byte*>(to), count});
            return true;
        }
        std::memcpy(to, rest_.data(), count);
        rest_ = rest_.subspan(count);
        return true;
    }
    template <PlainNumber T>
    void read(T& number) {
        take(&number, sizeof number);
    }
    void read(bool& yes) {
        std::uint8_t byte = 0;
        if (!take(&byte, 1)) return;
        if (byte > 1) return fail();
        yes = byte == 1;
    }
    template <class T>
        requires std::is_enum_v<T>
    void read(T& value) {
        std::uint8_t byte = 0;
        if (!take(&byte, 1)) return;
        if (byte > static_cast<unsigned>(LastValue<T>::value)) return fail();
        value = static_cast<T>(byte);
    }
    /// A count of items of at least `each` bytes that fit into the rest of the input, else 0.
    std::size_t count(std::size_t each) {
        std::uint32_t number = 0;
        if (!take(&number, sizeof number)) return 0;
        if (number > left_ / each) {
            fail();
            return 0;
        }
        return number;
    }
    void read(std::string& text) {
        text.resize(count(1));
        take(text.data(), text.size());
    }
    template <PlainNumber T>
    void readNumbers(std::vector<T>& items, std::size_t number) {
        if (feed_ == nullptr) {
            items.resize(number);
            take(items.data(), number * sizeof(T));
            return;
        }
        // Reads in parts: unfilled memory is not used yet, and the feed frees its own meanwhile.
        std::vector<T> part(std::min(number, std::size_t{1} << 16));
        items.clear();
        items.reserve(number);
        while (items.size() < number && ok_) {
            const std::size_t next = std::min(part.size(), number - items.size());
            take(part.data(), next * sizeof(T));
            items.insert(items.end(), part.begin(), part.begin() + next);
        }
    }
    template <class T>
    void read(std::vector<T>& items) {
        if constexpr (PlainNumber<T>) {
            readNumbers(items, count(sizeof(T)));
        } else {
            const std::size_t number = count(1);
            items.clear();
            for (std::size_t i = 0; i < number && ok_; ++i) read(items.emplace_back());
        }
    }
    template <class T>
    void read(std::optional<T>& value) {
        bool there = false;
        read(there);
        value.reset();
        if (there && ok_) read(value.emplace());
    }
    template <class T>
        requires std::is_class_v<T>
    void read(T& value) {
        fields(*this, value);
    }

    ByteFeed* feed_ = nullptr;
    std::span<const std::byte> rest_;  ///< empty if there is a feed
    std::size_t left_;
    bool ok_ = true;
};

}  // namespace hw
