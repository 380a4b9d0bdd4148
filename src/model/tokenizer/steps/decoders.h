// SPDX-License-Identifier: MIT
// The decoders of tokenizer.json, from tokens back to text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/pattern/pattern.h"

namespace hw::model {

class Decoder {
public:
    virtual ~Decoder() = default;
    /// Changes the list of tokens, which are joined at the end. A pattern stops replacing once the budget is spent.
    virtual void apply(std::vector<std::string>& tokens, Budget& budget) const = 0;
    /// By which factor it may lengthen the tokens, and how many decoders it consists of.
    virtual double growth() const { return 1; }
    virtual std::size_t count() const { return 1; }
};
using DecoderPtr = std::unique_ptr<Decoder>;

DecoderPtr makeBpeDecoder(std::string suffix);
DecoderPtr makeByteFallbackDecoder();
DecoderPtr makeByteLevelDecoder();
DecoderPtr makeCtcDecoder(std::string pad, std::string delimiter, bool cleanup);
DecoderPtr makeFuseDecoder();
DecoderPtr makeMetaspaceDecoder(char32_t replacement, bool dropsFirst);
DecoderPtr makeReplaceDecoder(Pattern pattern, std::string content);
DecoderPtr makeDecoderSequence(std::vector<DecoderPtr> list);
DecoderPtr makeStripDecoder(char32_t letter, int start, int stop);
DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup);

}  // namespace hw::model
