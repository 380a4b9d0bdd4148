// SPDX-License-Identifier: MIT
// Reading of a model's configuration. What a family asks for is noted, so that in the end every key is either
// understood, known to change nothing, or the reason for a refusal: a key that is not known may change the mathematics.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/words.h"
#include "io/tree/tree.h"
#include "io/tree/words.h"
#include "model/network/spec.h"

namespace hw::model {

constexpr double mostReal = 1e12;
/// No size of a model is larger: of its vocabulary, its width, its texts.
constexpr int largestSize = 1 << 24;

/// One object of a configuration. Errors are kept, the first counts; finish() returns it. The tree has to outlive it.
class Config {
public:
    /// `object`: a node of the tree; anything but an object is an empty one. `file`: whose name errors give.
    Config(const io::Tree& tree, io::NodeId object, std::string file = "config.json");

    /// True if the key is there and not null.
    bool has(std::string_view key);
    /// Without keys, or not there.
    bool isEmpty() const;
    /// Its keys, as in the file.
    std::vector<std::string_view> keys() const;
    /// True if the key's value is a number.
    bool hasNumber(std::string_view key);
    /// True if the key's value is a text.
    bool isText(std::string_view key);
    /// A whole number from `least` to largestSize. Without a fallback the key is required.
    int whole(std::string_view key, std::optional<int> fallback = {}, int least = 1);
    /// A number from 0 to mostReal: none of those that count is below or beyond, and what is would become no number in a run.
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
    /// Refuses the model unless the key is missing, null or has this value.
    void only(std::string_view key, bool value);
    void only(std::string_view key, std::string_view value);
    /// A literal would be a truth value rather than a view of text.
    void only(std::string_view key, const char* value) { only(key, std::string_view(value)); }
    void only(std::string_view key, double value);
    /// The key may change the mathematics: it counts as one that nobody knows, with `value` for people.
    void doubt(std::string_view key, std::string value);
    /// The key changes nothing for this family.
    void ignore(std::string_view key);
    /// Keeps an error, if it is the first.
    void fail(std::string_view key, std::string finding, Words remedy = {});
    bool failed() const;

    /// The first error, or a refusal that names all keys that nobody has asked for and that may change the mathematics. With
    /// `ignores` these are the spec's ignored keys instead; skipped keys are in its notes (key_kinds.h).
    Result<void> finish(Spec& spec, bool ignores) const;
    /// The same for a file whose keys nothing can do without.
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
    std::string place_;  ///< "config.json", "config.json › rope_scaling"
};

}  // namespace hw::model
