// SPDX-License-Identifier: MIT
// A small JSON reader for the references. It is independent of src/io on purpose, because a tested reader must not read
// the expected values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"

namespace hw::test {

struct Json {
    enum class Kind { null, boolean, number, text, list, object } kind = Kind::null;
    double number = 0.0;
    std::string text;
    std::vector<Json> items;
    std::vector<std::pair<std::string, Json>> members;

    /// The member, or a null value.
    const Json& operator[](const std::string& key) const;
    const Json& operator[](std::size_t index) const { return items.at(index); }
    const Json& operator[](int index) const { return items.at(static_cast<std::size_t>(index)); }
    bool has(const std::string& key) const;
    std::size_t size() const { return items.size(); }
    /// All numbers in it, in order.
    std::vector<double> numbers() const;
    std::vector<std::string> texts() const;
};

/// The file's content. Throws if it cannot be read, so that a missing reference makes the test fail.
Json loadJson(const std::string& path);

/// [L][H][Q][K] numbers as a tensor.
AttentionTensor tensorFrom(const Json& nested);

/// A reference pair NAME.json and NAME.expected.json.
struct Reference {
    std::string name;
    Json data;
    Json expected;
};

/// All pairs in data folders next to the checkout (empty if they are not there).
std::vector<std::string> sharedReferences(const std::vector<std::string>& folders);
/// The pairs committed in tests/data/references.
std::vector<std::string> committedReferences();
/// `path` without the ending .json.
Reference loadReference(const std::string& path);

}  // namespace hw::test
