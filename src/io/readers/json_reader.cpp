// SPDX-License-Identifier: MIT
#include "io/json/json_parser.h"
#include "io/readers/json_options.h"

namespace hw::io {

JsonOptions jsonOptions(const ReadContext& context) {
    JsonOptions options;
    options.maxDepth = context.limits.maxDepth;
    options.memoryBytes = context.limits.memoryBytes;
    options.averageHeads = context.options.averageHeads;
    options.halfWeights = context.options.halfWeights;
    options.firstByte = context.firstByte;
    if (context.totalBytes && *context.totalBytes >= context.firstByte) {
        options.totalBytes = *context.totalBytes - context.firstByte;
    }
    return options;
}

namespace {

class JsonReader : public Reader {
public:
    explicit JsonReader(const ReadContext& context) : parser_(jsonOptions(context)) {}

    Result<void> push(std::string_view chunk) override {
        auto used = parser_.push(chunk);
        if (!used) return std::unexpected(used.error());
        return {};
    }
    Result<Tree> finish() override { return parser_.finish(); }
    void expect(std::uint64_t totalBytes) override { parser_.expect(totalBytes); }

private:
    JsonParser parser_;
};

}  // namespace

std::unique_ptr<Reader> makeJsonReader(const ReadContext& context) {
    return std::make_unique<JsonReader>(context);
}

}  // namespace hw::io
