// SPDX-License-Identifier: MIT
#include "cli/batch/input/json_line.h"

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

double numberAt(const io::Tree& tree, io::NodeId node, std::string_view key) {
    const io::NodeId found = tree.find(node, key);
    return tree.is(found, io::Kind::number) ? tree.number(found) : 0;
}

std::vector<double> numbersAt(const io::Tree& tree, io::NodeId node, std::string_view key) {
    const io::NodeId found = tree.find(node, key);
    if (!tree.is(found, io::Kind::numbers)) return {};
    return tree.doubles(found);
}

}  // namespace hw::cli
