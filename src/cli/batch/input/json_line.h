// SPDX-License-Identifier: MIT
// Reads JSON that batch itself has written. Anyone may edit, cut or mix up such files. They are checked like any input,
// and a value that batch does not write is an error, never a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::cli {

/// The largest whole number such that JSON's numbers represent it and all below it.
inline constexpr std::int64_t mostExact = std::int64_t{1} << 53;
/// More layers, heads and classes than any file has. Below the largest `int`.
inline constexpr std::int64_t mostLayers = std::int64_t{1} << 24;
/// Maximum bytes of a line of a record and of a list. A list's last line has all means.
inline constexpr std::uint64_t longestRecordLine = std::uint64_t{1} << 26;
inline constexpr std::uint64_t longestListLine = std::uint64_t{1} << 28;

/// One value, its numbers as double. Errors: those of JSON.
Result<io::Tree> readJson(std::string_view text);

/// The text of a key, empty if it is missing or of another type.
std::string textAt(const io::Tree& tree, io::NodeId node, std::string_view key);
/// The number as a whole one from `least` to `most`. Nothing if it is not one.
std::optional<std::int64_t> wholeOf(double number, std::int64_t least, std::int64_t most);
/// A list of numbers, with `null` as NaN, even if all are `null`. Nothing for anything else.
std::optional<std::vector<double>> numbersOf(const io::Tree& tree, io::NodeId node);
/// Lists of such lists, nothing for anything else.
std::optional<std::vector<std::vector<double>>> rowsOf(const io::Tree& tree, io::NodeId node);

/// An object's members, one after the other. At the end, isGood() is true if each was there and in its range.
class ObjectReader {
public:
    ObjectReader(const io::Tree& tree, io::NodeId node) : tree_(tree), node_(node) {}

    bool has(std::string_view key) const { return tree_.find(node_, key) != io::none; }
    std::string text(std::string_view key);
    std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most);
    /// Whole numbers in a list.
    std::vector<std::int64_t> wholes(std::string_view key, std::int64_t least, std::int64_t most);
    /// Numbers from -most to most in a list, `null` as NaN.
    std::vector<double> numbers(std::string_view key, double most);
    std::vector<std::string> texts(std::string_view key);
    /// The members of a list. A missing key gives an empty list.
    std::vector<io::NodeId> list(std::string_view key);
    void refuse() { isGood_ = false; }
    bool isGood() const { return isGood_; }

private:
    const io::Tree& tree_;
    io::NodeId node_;
    bool isGood_ = true;
};

}  // namespace hw::cli
