// SPDX-License-Identifier: MIT
// Options for reading a file.
#include "cli/program/option_row.h"
#include "cli/reading_options.h"

namespace hw::cli {
namespace {

constexpr std::string_view readingGroup = "Reading a file";
constexpr TakeOption takeReading = takeBy<applyReading>;
constexpr TakeOption turnOnReading = takeBy<applyReadingSwitch>;

constexpr OptionRow readingTable[] = {
    {"--normalise-rows", "", readers, readingGroup, "divide each row by its sum", turnOnReading},
    {"--absolute", "", readers, readingGroup, "take absolute values: signs mark dropped weights",
     turnOnReading},
    {"--transpose", "", readers, readingGroup, "swap rows and columns: the file has keys in rows",
     turnOnReading},
    {"--softmax", "", readers, readingGroup, "apply the softmax to each row: the file holds scores",
     turnOnReading},
    {"--keep-padding", "", readers, readingGroup, "keep padding, whose rows mean nothing",
     turnOnReading},
    {"--axes", "LIST", readers, readingGroup, "what the axes before rows and columns count",
     takeReading,
     "such as inputs,layers,heads (inputs, steps, layers, streams, heads); without it, what the\n"
     "file says of itself"},
    {"--average-heads", "", readers, readingGroup,
     "one head per layer, their mean: needs less memory", turnOnReading},
    {"--half", "", readers, readingGroup,
     "keep 16-bit numbers: half the memory, off by 0.05 % at most", turnOnReading},
    {"--memory", "SIZE", readers, readingGroup, "memory for weights, such as 500MB or 2GB",
     takeReading, "default: half of the machine's"},
    {"--tokens", "TOKENS", readers, readingGroup, "tokens for a file without them", takeReading,
     "a file or a text with a JSON list, one token a line, or words between spaces"},
    {"--decoder-tokens", "TOKENS", readers, readingGroup, "the same for the decoder", takeReading},
    {"--first-tokens", "N", readers, readingGroup, "only the first N tokens, without padding",
     takeWhole<&InputOptions::reading, &OpenOptions::firstTokens>},
    {"--missing-share", "", readers, readingGroup, "what rows lack to 1 becomes a token [sink]",
     turnOnReading, "a learned sink, or a token that was cut off"},
    {"--layers-from", "NAME", readers, readingGroup, "the arrays that are the layers", takeReading,
     "where the file has others: their name with * for their numbers, such as\n"
     "\"blocks.*.attn.hook_pattern\""},
};

}  // namespace

std::span<const OptionRow> readingRows() { return readingTable; }

}  // namespace hw::cli
