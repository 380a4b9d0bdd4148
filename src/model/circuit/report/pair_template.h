// SPDX-License-Identifier: MIT
// A template of pairs: a text with blanks in braces and the words of each blank. A word is one text for both sides, or a
// list of the clean and the corrupt one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::circuit {

/// Which text of a pair.
enum class Side : unsigned char { clean, corrupt };

class PairTemplate {
public:
    /// Reads the blanks of `template` in an entry. No more than `most` pairs are allowed. Errors: badArgument for a brace
    /// without its other one, a blank without words, words that are no texts, and a template whose two texts are always
    /// the same; tooLarge for more pairs, 16 blanks, or 64 MB of filled texts. Cost: O(bytes).
    static Result<PairTemplate> of(const io::Tree& tree, io::NodeId entry, std::string place,
                                   std::size_t most);

    /// The number of combinations of words, the last blank's changing fastest.
    std::size_t size() const { return size_; }
    /// A text with the words of a combination. Unknown blanks stay as they are.
    std::string filled(std::string_view text, std::size_t combination, Side side) const;

private:
    struct Words {
        std::string clean;
        std::string corrupt;
    };
    struct Blank {
        std::string name;
        std::vector<Words> words;
    };
    const Blank* find(std::string_view name) const;

    std::vector<Blank> blanks_;
    std::size_t size_ = 1;
};

}  // namespace hw::circuit
