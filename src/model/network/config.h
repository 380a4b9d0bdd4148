// SPDX-License-Identifier: MIT
// Reads a model's configuration and notes the keys that a family reads. At the end every key is read, known to be
// harmless, or rejected, because an unknown key may change the mathematics.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/tree/number_format.h"
#include "io/tree/tree.h"
#include "model/network/spec.h"

namespace hw::model {

constexpr double mostReal = 1e12;
/// The largest size in a configuration, such as of the vocabulary, the width, or texts.
constexpr int largestSize = 1 << 24;

/// One object of a configuration. finish() returns the first error. The tree has to outlive it.
class Config {
public:
    /// `object` is a node of the tree. Anything that is no object counts as an empty one. Errors name the `file`.
    Config(const io::Tree& tree, io::NodeId object, std::string file = "config.json");

    /// True if the key exists and is not null.
    bool has(std::string_view key);
    /// True if it has no keys, or does not exist.
    bool isEmpty() const;
    /// Its keys, as in the file.
    std::vector<std::string_view> keys() const;
    bool hasNumber(std::string_view key);
    bool isText(std::string_view key);
    /// A whole number from `least` to largestSize. Without a fallback the key is required.
    int whole(std::string_view key, std::optional<int> fallback = {}, int least = 1);
    /// A number from 0 to mostReal. Valid values are within these limits, and larger ones would overflow in a run.
    double real(std::string_view key, std::optional<double> fallback = {});
    bool flag(std::string_view key, bool fallback);
    std::string text(std::string_view key, std::string_view fallback);
    /// The texts of a list; empty if there is none.
    std::vector<std::string> texts(std::string_view key);
    /// The numbers of a list; empty if there is none.
    std::vector<double> reals(std::string_view key);
    /// The object at a key, whose keys are checked like this one's; an empty one if there is none.
    Config object(std::string_view key);
    /// The values of an object with whole numbers as keys, in their order: id2label.
    std::vector<std::string> numbered(std::string_view key);
    /// Rejects the model unless the key is missing, null or has this value.
    void only(std::string_view key, bool value);
    void only(std::string_view key, std::string_view value);
    /// Without this overload a literal would convert to bool.
    void only(std::string_view key, const char* value) { only(key, std::string_view(value)); }
    void only(std::string_view key, double value);
    /// The class's default of a whole number that whole() requires.
    void assume(std::string_view key, int value) { assumed_.emplace_back(key, value); }
    /// The key may change the mathematics. It is treated as unknown, with `value` for people.
    void doubt(std::string_view key, std::string value);
    /// The key is harmless for this family.
    void ignore(std::string_view key);
    /// Keeps an error, if it is the first.
    void fail(std::string_view key, std::string finding, LocalizedText remedy = {});
    bool failed() const;

    /// The first error, or a rejection that names all unread keys that may change the mathematics. With `ignores` these
    /// become the spec's ignored keys instead. Skipped keys are in its notes (key_kinds.h).
    Result<void> finish(Spec& spec, bool ignores) const;
    /// The same for a file in which every key matters.
    Result<void> finish() const;

private:
    struct Shared;
    Config(const io::Tree& tree, io::NodeId object, std::shared_ptr<Shared> shared,
           std::string place);
    io::NodeId find(std::string_view key);
    void refuse(std::string_view key);

    const io::Tree* tree_;
    io::NodeId object_;
    std::shared_ptr<Shared> shared_;
    std::vector<std::pair<std::string, int>> assumed_;
    std::string place_;  ///< "config.json", "config.json › rope_scaling"
};

}  // namespace hw::model
