// SPDX-License-Identifier: MIT
// A streaming, validating JSON parser that stores nested arrays of numbers as float32 blocks.
//
// Input comes in chunks, cut anywhere. RFC 8259 is enforced, except that NaN, Infinity and -Infinity are
// accepted, as Python's json.dumps writes them. Nesting uses an explicit stack, never recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/json/number.h"
#include "io/tree/tree.h"

namespace hw::io {

struct JsonOptions {
    int maxDepth = 256;
    std::uint64_t memoryBytes = std::uint64_t{1} << 31;
    std::optional<std::uint64_t>
        totalBytes;             ///< of the input, to estimate memory; nullopt if unknown
    bool averageHeads = false;  ///< [H][N][N] inside another array becomes [1][N][N] when it closes
    bool halfWeights = false;   ///< store nested lists of attention in 16 bits
    bool javascript = false;  ///< JavaScript object literals: bare keys, 'quotes', trailing commas
    bool exactNumbers = false;  ///< store doubles of all numbers, not only of importance scores
    bool stopAtEnd = false;     ///< stop after the value instead of requiring the end of the input
    bool isAnalysis = false;    ///< remedies are about attention, and not about a model's file
    bool lines = false;         ///< read objects one after the other (JSON Lines) as a list
    std::uint64_t firstByte = 0;  ///< offset in the file of the first byte pushed, for messages
};

class JsonParser {
public:
    explicit JsonParser(JsonOptions options = {});

    /// Parses a chunk. Returns how many bytes were used, which is all of them, unless stopAtEnd ended the parse.
    /// Errors: syntax, badNumber, tooDeep, tooLarge. After an error the parser must not be used again.
    Result<std::size_t> push(std::string_view chunk);
    /// True once the outermost value is complete.
    bool done() const { return state_ == State::done; }
    /// Marks the end of the input. Errors: empty, truncated, and those of push().
    Result<Tree> finish();
    /// Replaces options.totalBytes by a better guess.
    void expect(std::uint64_t totalBytes) { options_.totalBytes = totalBytes; }
    /// Memory in use, in bytes, for blocks, nodes and text.
    std::uint64_t memoryUsed() const;

private:
    enum class State : std::uint8_t {
        value,       // a value is expected
        firstValue,  // a value or ] is expected
        firstKey,    // a key or } is expected
        key,         // a key is expected
        colon,
        afterValue,  // a comma or the closing bracket is expected
        string,      // inside a string
        bare,        // inside a number or literal that may continue in the next chunk
        done,
    };
    // The contents of an array or object so far.
    enum class Content : std::uint8_t {
        nothing,
        scalars,  // only numbers and nulls, with values in the pool, without nodes
        blocks,   // only blocks of one shape
        mixed,
    };
    struct Frame {
        NodeId node = none;
        NodeId lastChild = none;
        std::uint32_t count = 0;
        std::uint32_t pool = none;
        Content content = Content::nothing;
        bool object = false;
        bool exact = false;    // store doubles too
        bool dropped = false;  // validate, but do not store
        bool half = false;     // attention to be stored in 16 bits
        bool indexed = false;  // object with keys "0", "1", ..., treated as an array of numbers
        std::uint32_t firstBlock = none;
        std::size_t poolStart = 0;
        std::size_t exactStart = 0;
        std::uint64_t nulls = 0;
        std::uint64_t missing = 0;
        std::uint64_t childByte = 0;
    };

    // Each returns the next position, or null after setting problem_.
    const char* run(const char* p, const char* end);
    const char* readValue(const char* p, const char* end);
    /// Numbers of an array, or with `indexed` of an object {"0": ..., "1": ...}.
    template <bool indexed>
    const char* readRow(const char* p, const char* safeEnd);
    const char* readString(const char* p, const char* end);
    const char* readBare(const char* p, const char* end);
    const char* readKeyOrClose(const char* p, const char* end);
    const char* readAfterValue(const char* p);
    const char* readAfterEnd(const char* p);
    void startLines();
    const char* fail(Problem problem);
    /// `finding` has a placeholder for the character.
    const char* unexpected(const char* p, LocalizedText finding);

    bool bareWord(std::string_view word, std::uint64_t byte);
    bool number(std::string_view word, std::uint64_t byte);
    bool escape(char c);
    bool endString();
    void startToken(State state, bool key, const char* p);
    void flushSurrogate();
    bool endKey();
    void endValue();
    bool open(bool object, std::uint64_t byte);
    bool close();
    bool closeScalars(Frame& frame);
    bool closeBlocks(Frame& frame);
    template <class T>
    void averageHeads(Tree::Block& block, std::vector<T>& pool);
    void trimPool(const Frame& frame);

    NodeId addNode(Kind kind, std::uint64_t byte);
    bool addScalar(float value, double exact, bool null, std::uint64_t byte);
    void spillScalars(Frame& frame);
    void noteBlock(Frame& frame, NodeId node);
    void noteIrregular(const Frame& frame, const Shape& found, std::uint64_t byte);
    void noteDuplicates(const Frame& frame);
    std::uint32_t choosePool();
    bool append(Frame& frame, const float* values, std::size_t count);
    template <class T>
    bool reserve(std::vector<T>& pool, std::size_t extra);
    template <class T>
    void trim(std::vector<T>& pool);
    bool checkMemory();
    /// True if the current string may grow by `more` bytes, and the total of all texts too.
    bool roomForText(std::size_t more);
    bool tooLarge(std::uint64_t needed);
    Problem problemHere(Code code, std::uint64_t byte, std::string finding,
                        std::string remedy) const;
    std::string place(std::size_t frames, bool withCurrent) const;
    std::uint64_t offset(const char* p) const {
        return chunkByte_ + static_cast<std::uint64_t>(p - chunk_);
    }

    JsonOptions options_;
    Tree tree_;
    std::vector<Frame> frames_;
    std::unordered_map<std::string, std::uint32_t> families_;  // pools shared by several blocks
    std::vector<bool> poolShared_;
    std::optional<Problem> problem_;
    State state_ = State::value;
    bool inLines_ = false;  ///< the outermost frame is a list that has no brackets
    const char* chunk_ = nullptr;
    std::uint64_t chunkByte_ = 0;
    const char* at_ = nullptr;   // how far the current chunk has been read, for estimates
    std::uint64_t stored_ = 0;   // float32 values stored so far
    std::size_t poolBytes_ = 0;  // capacity of all pools
    std::uint64_t checkedNodes_ = 0;
    std::string scratch_;  // the string or bare word being read
    std::uint64_t tokenByte_ = 0;
    std::uint32_t pendingKey_ = none;
    std::uint64_t pendingKeyByte_ = 0;
    bool pendingIndexed_ = false;
    bool stringIsKey_ = false;
    bool nonAscii_ = false;
    char quote_ = '"';
    int escapeState_ = 0;  // 0 none, 1 after the backslash, 2..5 hexadecimal digits
    std::uint32_t escapeValue_ = 0;
    std::uint32_t highSurrogate_ = 0;
};

}  // namespace hw::io
