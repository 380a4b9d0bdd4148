// SPDX-License-Identifier: MIT
// Keys of a configuration that no family reads: which of them change nothing, which cannot, and which may.
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
    harmless,      ///< known to change no output of a run: skipped
    passing,       ///< unknown, but it cannot change the mathematics: skipped and listed
    mathematical,  ///< unknown, and it may: refused by name, unless the user runs the model without it
};

/// The kind of a key that no family reads, with its value. Unknown keys are passing if the value is false, null or empty, if the key
/// is a setting of training, or if the value is a text and no word of the key belongs to the mathematics. A list or an object is
/// passing if all that it contains is.
KeyKind kindOfKey(const io::Tree& tree, std::string_view key, io::NodeId value);
/// The same for a number of a GGUF file, and for any other value there.
KeyKind kindOfKey(std::string_view key, double number);
KeyKind kindOfTextKey(std::string_view key);

/// True for a key that is known to change no output of a run: names, versions, what training and generating use.
bool isHarmlessKey(std::string_view key);

/// Unknown keys of one configuration.
struct UnknownKeys {
    struct Key {
        std::string name;   ///< with the keys around it: "rope_scaling, factor"
        std::string value;  ///< as text, shortened
    };
    std::vector<Key> passing;
    std::vector<Key> mathematical;

    void add(KeyKind kind, std::string_view name, std::string value);
    /// Lists the passing keys in the model's notes. The others are its ignored keys if `ignores`. Errors: badArgument with
    /// Offer::ignoreKeys, which names all of them, if not. `file`: whose keys they are.
    Result<void> settle(Spec& spec, bool ignores, const std::string& file) const;
};

/// The name of a model as captions have it: with the keys that it was run without.
std::string nameWithout(std::string name, const std::vector<std::string>& ignoredKeys);

}  // namespace hw::model
