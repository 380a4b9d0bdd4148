// SPDX-License-Identifier: MIT
#include "io/foreign/foreign.h"
#include "io/json/json_parser.h"
#include "io/readers/json_options.h"
#include "io/tree/axes.h"
#include "io/tree/number_format.h"

namespace hw::io {

JsonOptions jsonOptions(const ReadContext& context) {
    JsonOptions options;
    options.isAnalysis = true;
    options.maxDepth = context.limits.maxDepth;
    options.memoryBytes = context.limits.memoryBytes;
    options.averageHeads = averagesHeads(context.options);
    options.halfWeights = context.options.halfWeights;
    options.firstByte = context.firstByte;
    if (context.totalBytes && *context.totalBytes >= context.firstByte) {
        options.totalBytes = *context.totalBytes - context.firstByte;
    }
    return options;
}

namespace {

JsonOptions linesToo(JsonOptions options) {
    options.lines = true;
    return options;
}

class JsonReader : public Reader {
public:
    explicit JsonReader(const ReadContext& context)
        : parser_(linesToo(jsonOptions(context))), read_(context.firstByte) {}

    Result<void> push(std::string_view chunk) override {
        auto used = parser_.push(chunk);
        if (!used) return std::unexpected(explained(std::move(used.error()), chunk));
        read_ += chunk.size();
        return {};
    }
    Result<Tree> finish() override { return parser_.finish(); }
    void expect(std::uint64_t totalBytes) override { parser_.expect(totalBytes); }

private:
    /// The text after the end of the JSON may show the kind of the file.
    Problem explained(Problem problem, std::string_view chunk) const {
        if (!problem.byte || *problem.byte < read_ || *problem.byte - read_ >= chunk.size())
            return problem;
        const std::string_view rest = chunk.substr(static_cast<std::size_t>(*problem.byte - read_));
        if (rest[0] == '\0') {
            // Its place already contains the byte.
            return Problem{
                Code::syntax, std::move(problem.place),
                "The file contains zero bytes, perhaps as padding."_tr,
                formatText("Strip them in Python: `{}`"_tr,
                           {"b = open(\"attention.json\", \"rb\").read(); "
                            "open(\"attention.json\", \"wb\").write(b.rstrip(b\"\\0\"))"}),
                problem.byte};
        }
        if (auto known = printedText(rest)) {
            known->place = std::move(problem.place);
            known->byte = problem.byte;
            return std::move(*known);
        }
        return problem;
    }

    JsonParser parser_;
    std::uint64_t read_ = 0;
};

}  // namespace

std::unique_ptr<Reader> makeJsonReader(const ReadContext& context) {
    return std::make_unique<JsonReader>(context);
}

}  // namespace hw::io
