// SPDX-License-Identifier: MIT
// Decides for keys of a configuration that no family reads whether they are harmless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"
#include "model/network/spec.h"

namespace hw::model {

enum class KeyKind : std::uint8_t {
    harmless,      ///< known not to change a run's output, skipped
    passing,       ///< unknown, but it cannot change the mathematics; skipped and listed
    mathematical,  ///< unknown, and may change it; rejected by name unless the user ignores it
};

/// The kind of a key that no family reads, with its value. Unknown keys are passing if the value is false, null or
/// empty, if the key is a setting of training, or if the value is a text and no word of the key belongs to the
/// mathematics. A list or an object is passing if all its elements are.
KeyKind kindOfKey(const io::Tree& tree, std::string_view key, io::NodeId value);
/// The same for a number of a GGUF file, and for any other value there.
KeyKind kindOfKey(std::string_view key, double number);
KeyKind kindOfTextKey(std::string_view key);

/// True for a key that is known not to change a run's output: names, versions, settings of training and generation.
bool isHarmlessKey(std::string_view key);

/// Unknown keys of one configuration.
struct UnknownKeys {
    struct Key {
        std::string name;   ///< including the parent keys: "rope_scaling, factor"
        std::string value;  ///< as text, shortened
    };
    std::vector<Key> passing;
    std::vector<Key> mathematical;

    void add(KeyKind kind, std::string_view name, std::string value);
    /// Lists the passing keys in the model's notes. With `ignores` the others become its ignored keys. Otherwise they
    /// are errors. `file` is the configuration's name. Errors: badArgument with Offer::ignoreKeys, which names all of
    /// them.
    Result<void> settle(Spec& spec, bool ignores, const std::string& file) const;
};

/// A model's name in captions, including the keys that were ignored.
std::string nameWithout(std::string name, const std::vector<std::string>& ignoredKeys);

}  // namespace hw::model
