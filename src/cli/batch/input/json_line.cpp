// SPDX-License-Identifier: MIT
#include "cli/batch/input/json_line.h"

#include <cmath>
#include <limits>
#include <utility>

#include "io/json/json_parser.h"

namespace hw::cli {

Result<io::Tree> readJson(std::string_view text) {
    io::JsonOptions options;
    options.exactNumbers = true;
    io::JsonParser parser(options);
    if (auto used = parser.push(text); !used) return std::unexpected(used.error());
    return parser.finish();
}

std::string textAt(const io::Tree& tree, io::NodeId node, std::string_view key) {
    const io::NodeId found = tree.find(node, key);
    return tree.is(found, io::Kind::string) ? std::string(tree.string(found)) : std::string();
}

std::optional<std::int64_t> wholeOf(double number, std::int64_t least, std::int64_t most) {
    // Doubles represent both ends exactly, since neither is beyond mostExact.
    const bool isIn = number >= static_cast<double>(least) && number <= static_cast<double>(most);
    if (!isIn || number != std::trunc(number)) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<std::vector<double>> numbersOf(const io::Tree& tree, io::NodeId node) {
    if (tree.is(node, io::Kind::numbers)) {
        if (tree.shape(node).rank != 1) return std::nullopt;
        return tree.doubles(node);
    }
    if (!tree.is(node, io::Kind::array)) return std::nullopt;
    std::vector<double> numbers;
    for (const io::NodeId child : tree.children(node)) {
        const bool isNumber = tree.is(child, io::Kind::number);
        if (!isNumber && !tree.is(child, io::Kind::null)) return std::nullopt;
        numbers.push_back(isNumber ? tree.number(child) : std::numeric_limits<double>::quiet_NaN());
    }
    return numbers;
}

std::optional<std::vector<std::vector<double>>> rowsOf(const io::Tree& tree, io::NodeId node) {
    std::vector<std::vector<double>> rows;
    if (tree.is(node, io::Kind::numbers)) {
        if (tree.shape(node).rank != 2) return std::nullopt;
        const std::vector<double> values = tree.doubles(node);
        const std::size_t width = tree.shape(node)[1];
        for (std::size_t row = 0; row < tree.shape(node)[0]; ++row) {
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * width);
            rows.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(width));
        }
        return rows;
    }
    if (!tree.is(node, io::Kind::array)) return std::nullopt;
    for (const io::NodeId child : tree.children(node)) {
        auto row = numbersOf(tree, child);
        if (!row) return std::nullopt;
        rows.push_back(std::move(*row));
    }
    return rows;
}

std::string ObjectReader::text(std::string_view key) {
    if (!tree_.is(tree_.find(node_, key), io::Kind::string)) refuse();
    return textAt(tree_, node_, key);
}

std::int64_t ObjectReader::whole(std::string_view key, std::int64_t least, std::int64_t most) {
    const io::NodeId found = tree_.find(node_, key);
    const auto number = tree_.is(found, io::Kind::number)
                            ? wholeOf(tree_.number(found), least, most)
                            : std::nullopt;
    if (!number) refuse();
    return number.value_or(least);
}

std::vector<std::int64_t> ObjectReader::wholes(std::string_view key, std::int64_t least,
                                               std::int64_t most) {
    std::vector<std::int64_t> whole;
    const auto numbers = numbersOf(tree_, tree_.find(node_, key));
    if (!numbers) refuse();
    for (const double each : numbers.value_or(std::vector<double>{})) {
        const auto number = wholeOf(each, least, most);
        if (!number) refuse();
        whole.push_back(number.value_or(least));
    }
    return whole;
}

std::vector<double> ObjectReader::numbers(std::string_view key, double most) {
    auto numbers = numbersOf(tree_, tree_.find(node_, key));
    if (!numbers) refuse();
    for (const double each : numbers.value_or(std::vector<double>{})) {
        if (std::abs(each) > most) refuse();
    }
    return std::move(numbers).value_or(std::vector<double>{});
}

std::vector<std::string> ObjectReader::texts(std::string_view key) {
    std::vector<std::string> texts;
    const io::NodeId found = tree_.find(node_, key);
    if (!tree_.is(found, io::Kind::array)) {
        refuse();
        return texts;
    }
    for (const io::NodeId child : tree_.children(found)) {
        if (!tree_.is(child, io::Kind::string)) refuse();
        texts.emplace_back(tree_.string(child));
    }
    return texts;
}

std::vector<io::NodeId> ObjectReader::list(std::string_view key) {
    const io::NodeId found = tree_.find(node_, key);
    if (found == io::none) return {};
    if (!tree_.is(found, io::Kind::array)) refuse();
    return tree_.children(found);
}

}  // namespace hw::cli
