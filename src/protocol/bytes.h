// SPDX-License-Identifier: MIT
// Plain data to bytes and back, for messages between threads of one program. Little-endian, no
// padding. Each type lists its fields once, in a function `fields(archive, value)` that serves both
// writing and reading, so they cannot disagree.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace hw {

static_assert(std::endian::native == std::endian::little,
              "ByteWriter and ByteReader copy numbers as they stand in memory");

/// The last enumerator of an enum whose values run from 0 without gaps; specialised per enum.
template <class Enum>
struct LastOf;

/// Numbers with their in-memory representation: `int` as i32, `double` as f64, ...; not bool.
template <class T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

/// Appends values to a byte vector. bool and enums: one byte. Text and lists: u32 count, then the
/// content. optional: one byte, then the value if there is one.
class ByteWriter {
public:
    template <class... Ts>
    void operator()(const Ts&... values) {
        (write(values), ...);
    }
    void raw(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    template <PlainNumber T>
    void write(T number) {
        raw(std::as_bytes(std::span(&number, 1)));
    }
    void write(bool yes) { bytes_.push_back(std::byte{yes}); }
    template <class T>
        requires std::is_enum_v<T>
    void write(T value) {
        bytes_.push_back(static_cast<std::byte>(value));
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
        fields(*this, value);
    }

    std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. Never reads past the end and never trusts a count that the rest
/// of the input cannot hold: after the first error `ok()` is false and values stay as they were.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

    template <class... Ts>
    void operator()(Ts&... values) {
        (read(values), ...);
    }
    bool ok() const { return ok_; }
    /// True if there was no error and nothing is left over.
    bool finished() const { return ok_ && rest_.empty(); }
    /// Takes everything that has not been read yet.
    std::span<const std::byte> takeRest() {
        const auto rest = rest_;
        rest_ = {};
        return rest;
    }
    void fail() { ok_ = false; }

private:
    bool take(void* to, std::size_t count) {
        if (!ok_ || rest_.size() < count) return ok_ = false;
        if (count > 0) std::memcpy(to, rest_.data(), count);
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
        if (byte > static_cast<unsigned>(LastOf<T>::value)) return fail();
        value = static_cast<T>(byte);
    }
    /// A count of items of at least `each` bytes that the rest of the input can hold, else 0.
    std::size_t count(std::size_t each) {
        std::uint32_t number = 0;
        if (!take(&number, sizeof number)) return 0;
        if (number > rest_.size() / each) {
            fail();
            return 0;
        }
        return number;
    }
    void read(std::string& text) {
        text.resize(count(1));
        take(text.data(), text.size());
    }
    template <class T>
    void read(std::vector<T>& items) {
        if constexpr (PlainNumber<T>) {
            items.resize(count(sizeof(T)));
            take(items.data(), items.size() * sizeof(T));
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

    std::span<const std::byte> rest_;
    bool ok_ = true;
};

}  // namespace hw
