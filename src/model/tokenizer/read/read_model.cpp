// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bitset>
#include <cmath>
#include <utility>

#include "io/tree/number_format.h"
#include "model/tokenizer/read/components.h"
#include "model/tokenizer/steps/byte_letters.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

constexpr std::size_t longestMark = 64;

Result<WordModelPtr> readBpe(const Fields& fields, bool takesBytes) {
    const io::Tree& tree = fields.tree();
    if (!fields.lacks("dropout") && !(tree.is(fields.find("dropout"), io::Kind::number) &&
                                      tree.number(fields.find("dropout")) == 0))
        return fields.unknown("dropout");
    auto unknown = fields.text("unk_token", "");
    auto prefix = fields.text("continuing_subword_prefix", "");
    auto suffix = fields.text("end_of_word_suffix", "");
    for (const auto* const text : {&unknown, &prefix, &suffix})
        if (!*text) return std::unexpected(text->error());
    // They are added to every character of a text.
    if (prefix->size() > longestMark || suffix->size() > longestMark)
        return fields.wrong(
            prefix->size() > longestMark ? "continuing_subword_prefix" : "end_of_word_suffix",
            "at most 64 bytes"_tr);
    const auto fuse = fields.truth("fuse_unk", false);
    const auto bytes = fields.truth("byte_fallback", false);
    const auto ignore = fields.truth("ignore_merges", false);
    for (const auto* const truth : {&fuse, &bytes, &ignore})
        if (!*truth) return std::unexpected(truth->error());
    auto vocabulary = readVocabulary(fields.in("vocab"));
    if (!vocabulary) return std::unexpected(vocabulary.error());

    const io::NodeId list = fields.find("merges");
    if (!tree.is(list, io::Kind::array)) return fields.wrong("merges", "a list"_tr);
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    pairs.reserve(tree.size(list));
    for (io::NodeId item = tree.firstChild(list); item != io::none; item = tree.next(item)) {
        if (tree.is(item, io::Kind::string)) {
            const std::string_view text = tree.string(item);
            if (text.starts_with("#version")) continue;
            const std::size_t space = text.find(' ');
            if (space == std::string_view::npos ||
                text.find(' ', space + 1) != std::string_view::npos)
                return fields.wrong("merges", "pairs of strings"_tr);
            pairs.emplace_back(text.substr(0, space), text.substr(space + 1));
            continue;
        }
        const io::NodeId first = tree.firstChild(item);
        const io::NodeId second = first == io::none ? io::none : tree.next(first);
        if (tree.size(item) != 2 || !tree.is(first, io::Kind::string) ||
            !tree.is(second, io::Kind::string))
            return fields.wrong("merges", "pairs of strings"_tr);
        pairs.emplace_back(tree.string(first), tree.string(second));
    }
    auto merges = makeMerges(*vocabulary, pairs, prefix->size());
    if (!merges) return std::unexpected(merges.error());
    return makeBpe(std::move(*vocabulary), *merges,
                   {std::move(*unknown), std::move(*prefix), std::move(*suffix), *fuse, *bytes,
                    *ignore, takesBytes});
}

/// [["text", score], ...], where the index is the id.
Result<WordModelPtr> readUnigram(const Fields& fields) {
    const io::Tree& tree = fields.tree();
    const io::NodeId list = fields.find("vocab");
    if (!tree.is(list, io::Kind::array)) return fields.wrong("vocab", "a list"_tr);
    Vocabulary vocabulary;
    std::vector<double> scores;
    vocabulary.reserve(tree.size(list), 16 * tree.size(list));
    for (io::NodeId item = tree.firstChild(list); item != io::none; item = tree.next(item)) {
        const io::NodeId text = tree.firstChild(item);
        const io::NodeId score = text == io::none ? io::none : tree.next(text);
        if (!tree.is(text, io::Kind::string) || !tree.is(score, io::Kind::number) ||
            !std::isfinite(tree.number(score)))
            return fields.wrong("vocab", "pairs of a string and a number"_tr);
        if (tree.string(text).size() > Vocabulary::longest)
            return tokenTooLong(fields.in("vocab").place());
        if (!vocabulary.add(tree.string(text), static_cast<std::int64_t>(scores.size())))
            return fields.wrong("vocab", "fewer tokens"_tr);
        scores.push_back(tree.number(score));
    }
    const auto unknown = fields.number("unk_id", -1);
    if (!unknown) return std::unexpected(unknown.error());
    if (*unknown < -1 || std::cmp_greater_equal(*unknown, scores.size()))
        return fields.wrong("unk_id", "a token id"_tr);
    const auto bytes = fields.truth("byte_fallback", false);
    if (!bytes) return std::unexpected(bytes.error());
    return makeUnigram(std::move(vocabulary), std::move(scores),
                       static_cast<std::int32_t>(*unknown), *bytes);
}

Result<WordModelPtr> readWordPiece(const Fields& fields) {
    auto vocabulary = readVocabulary(fields.in("vocab"));
    if (!vocabulary) return std::unexpected(vocabulary.error());
    auto unknown = fields.text("unk_token", "[UNK]");
    if (!unknown) return std::unexpected(unknown.error());
    auto prefix = fields.text("continuing_subword_prefix", "##");
    if (!prefix) return std::unexpected(prefix.error());
    const auto most = fields.number("max_input_chars_per_word", 100);
    if (!most) return std::unexpected(most.error());
    if (*most < 0 || *most > 0x7FFF'FFFF)
        return fields.wrong("max_input_chars_per_word", "a whole number"_tr);
    return makeWordPiece(std::move(*vocabulary), {std::move(*unknown), std::move(*prefix),
                                                  static_cast<std::uint32_t>(*most)});
}

}  // namespace

std::unexpected<Problem> tokenTooLong(std::string place) {
    return std::unexpected(Problem{Code::tooLarge,
                                   std::move(place),
                                   "A token exceeds 10,000 bytes."_tr,
                                   "Download the tokenizer’s vocabulary again."_tr,
                                   {}});
}

Result<Vocabulary> readVocabulary(const Fields& object) {
    const io::Tree& tree = object.tree();
    Vocabulary vocabulary;
    const auto bad = [&](std::string_view token) {
        if (token.size() > Vocabulary::longest) return tokenTooLong(object.place());
        return std::unexpected(
            Problem{Code::badNumber,
                    object.place(),
                    formatText("The id of \"{}\" should be a whole number below 16,777,216."_tr,
                               {io::excerpt(token)}),
                    "Download the file again, or write it with the tokenizers library."_tr,
                    {}});
    };
    const auto add = [&](std::string_view token, double id) {
        return id >= 0 && std::floor(id) == id && id < Vocabulary::mostIds &&
               vocabulary.add(token, static_cast<std::int64_t>(id));
    };
    // The tree stores {"0": 5, "1": 7} as a row of numbers.
    if (tree.is(object.node(), io::Kind::numbers) && tree.shape(object.node()).rank == 1) {
        int key = 0;
        for (const double id : tree.doubles(object.node())) {
            const std::string name = std::to_string(key++);
            if (!add(name, id)) return bad(name);
        }
        return vocabulary;
    }
    if (!object.isObject()) {
        return std::unexpected(
            Problem{Code::syntax,
                    object.place(),
                    "The vocabulary should be an object of tokens and ids."_tr,
                    "Download the file again, or write it with the tokenizers library."_tr,
                    {}});
    }
    vocabulary.reserve(tree.size(object.node()), 12 * tree.size(object.node()));
    for (io::NodeId item = tree.firstChild(object.node()); item != io::none;
         item = tree.next(item)) {
        if (!tree.is(item, io::Kind::number) || !add(tree.key(item), tree.number(item)))
            return bad(tree.key(item));
    }
    return vocabulary;
}

Result<std::vector<BpeMerge>> makeMerges(
    const Vocabulary& vocabulary,
    const std::vector<std::pair<std::string_view, std::string_view>>& pairs,
    std::size_t prefixBytes) {
    std::vector<BpeMerge> merges;
    merges.reserve(pairs.size());
    std::uint32_t rank = 0;
    for (const auto& [first, second] : pairs) {
        const BpeMerge merge{vocabulary.find(first), vocabulary.find(second), rank++,
                             second.size() < prefixBytes
                                 ? -1
                                 : vocabulary.findConcatenation(first, second.substr(prefixBytes))};
        if (merge.first < 0 || merge.second < 0 || merge.merged < 0) {
            return std::unexpected(
                Problem{Code::syntax,
                        "merges[" + std::to_string(rank - 1) + "]",
                        formatText("The vocabulary lacks a token of the merge \"{}\"."_tr,
                                   {io::excerpt(std::string(first) + ' ' + std::string(second))}),
                        "Use the vocabulary and merges of one tokenizer."_tr,
                        {}});
        }
        merges.push_back(merge);
    }
    return merges;
}

Result<std::string> typeOfModel(const Fields& fields) {
    if (!fields.lacks("type")) return fields.type();
    // The first files did not name it.
    if (!fields.lacks("merges")) return "BPE";
    if (fields.tree().is(fields.find("vocab"), io::Kind::array)) return "Unigram";
    if (!fields.lacks("continuing_subword_prefix")) return "WordPiece";
    return "WordLevel";
}

bool canTakeBytes(const Fields& fields, std::string_view type) {
    const auto fallback = fields.truth("byte_fallback", false);
    if (type != "BPE" || !fallback || *fallback) return false;
    const auto prefix = fields.text("continuing_subword_prefix", "");
    const auto suffix = fields.text("end_of_word_suffix", "");
    if (!prefix || !prefix->empty() || !suffix) return false;
    // A byte without a letter is dropped, and offsets after it count the bytes of letters.
    std::bitset<256> inside;
    std::bitset<256> last;
    const io::Tree& tree = fields.tree();
    const io::NodeId vocabulary = fields.find("vocab");
    if (!tree.is(vocabulary, io::Kind::object)) return false;
    for (io::NodeId item = tree.firstChild(vocabulary); item != io::none; item = tree.next(item)) {
        const std::string_view text = tree.key(item);
        if (text.empty() || text.size() > 2 + suffix->size()) continue;
        const int byte = byteOfLetter(letterAt(text, 0));
        const std::string_view rest = text.substr(std::min(sizeOfLetter(text[0]), text.size()));
        if (byte < 0) continue;
        if (rest.empty()) inside.set(byte);
        if (rest == *suffix) last.set(byte);
    }
    return inside.all() && last.all();
}

Result<WordModelPtr> readModel(const Fields& fields, std::string_view type, bool takesBytes) {
    if (type == "BPE") return readBpe(fields, takesBytes);
    if (type == "Unigram") return readUnigram(fields);
    if (type == "WordPiece") return readWordPiece(fields);
    if (type != "WordLevel") return fields.unknown(type);
    auto vocabulary = readVocabulary(fields.in("vocab"));
    if (!vocabulary) return std::unexpected(vocabulary.error());
    auto unknown = fields.text("unk_token", "<unk>");
    if (!unknown) return std::unexpected(unknown.error());
    return makeWordLevel(std::move(*vocabulary), std::move(*unknown));
}

}  // namespace hw::model
