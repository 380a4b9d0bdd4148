// SPDX-License-Identifier: MIT
// headwaters: the same computations as the page, for scripts and data sets.
#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/batch/batch.h"
#include "cli/batch/sums.h"
#include "cli/commands.h"
#include "cli/figure/figure.h"
#include "cli/input.h"
#include "cli/program/parse_options.h"
#include "core/program_name.h"

namespace hw::cli {
namespace {

constexpr int success = 0;
constexpr int badInput = 1;
constexpr int badUsage = 2;

/// The option that does what a problem offers.
const char* hint(Offer offer) {
    switch (offer) {
        case Offer::normaliseRows: return " (--normalise-rows)";
        case Offer::lessMemory: return " (--average-heads, --half)";
        case Offer::tokens: return " (--tokens)";
        case Offer::grid:
        case Offer::asInFile:
        case Offer::none: break;
    }
    return "";
}

/// One line on standard error, whatever the sentence holds.
void complain(const std::string& file, const Problem& problem, const char* kind = "") {
    std::string line = "headwaters: ";
    if (!file.empty()) line += file + ": ";
    line += kind + sentence(problem) + hint(problem.offer);
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

/// What the file cannot give is the input's fault; what no file could give, or is out of its range, is not.
int exitCode(const Problem& problem) {
    const bool lacking = problem.place == "gradients" || problem.place == "part" ||
                         problem.place == "method" || problem.place == "importance";
    return problem.code == Code::badArgument && !lacking ? badUsage : badInput;
}

std::string inputName(const Options& options) {
    if (options.command == Command::batch) return options.batch.out;
    if (options.command == Command::merge) return {};
    if (isLink(options.file)) return "link";
    return options.file == "-" ? "standard input" : options.file;
}

void warn(const Options& options, const std::vector<Problem>& warnings) {
    if (options.quiet) return;
    for (const Problem& warning : warnings) complain(inputName(options), warning, "warning: ");
}

Result<std::string> run(const Options& options) {
    if (options.command == Command::figure) {
        std::vector<Problem> warnings;
        auto text = figureText(options, warnings);
        warn(options, warnings);
        return text;
    }
    const auto document = isLink(options.file) ? readLink(options) : readDocument(options);
    if (!document) return std::unexpected(document.error());
    // info lists them among its answers.
    if (options.command != Command::info) warn(options, document->warnings);
    switch (options.command) {
        case Command::info: return infoText(*document, options);
        case Command::correlate: return correlateText(*document, options);
        case Command::explain: return explainText(*document, options);
        case Command::link: return linkText(*document, options);
        case Command::save: return saveText(*document, options);
        default: break;
    }
    if (options.method == Method::joint) return jointText(*document, options);
    return methodText(*document, options);
}

int finish(const std::string& text, const std::string& file = {}) {
    if (file.empty() ? print(text) : writeFile(file, text)) return success;
    complain(file, {.code = Code::cannotRead,
                    .place = {},
                    .finding = file.empty() ? "Standard output cannot be written."
                                            : "The file cannot be written.",
                    .remedy = file.empty() ? "Is the disk full, or the pipe closed?"
                                           : "Is its folder there, and the disk not full?",
                    .byte = {}});
    return badInput;
}

int fail(const Options& options, const Problem& problem) {
    complain(inputName(options), problem);
    return exitCode(problem);
}

/// Documents of one size come and go by the thousand: what one gave back the next takes, instead of clean pages from
/// the system, whose cost was more than half of a short rollout's time.
void keepFreedMemory() {
#ifdef __GLIBC__
    constexpr int megabyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * megabyte);  // the largest that there is
    mallopt(M_TRIM_THRESHOLD, 256 * megabyte);
    mallopt(M_TOP_PAD, 16 * megabyte);
#endif
}

int runBatch(const Options& options) {
    keepFreedMemory();
    const auto outcome = batch(options);
    if (!outcome) return fail(options, outcome.error());
    if (!options.quiet || outcome->failed > 0) {
        const std::string line = "headwaters: " + outcomeText(*outcome, options.batch.out) + '\n';
        std::fwrite(line.data(), 1, line.size(), stderr);
    }
    return outcome->failed > 0 ? badInput : success;
}

int runMerge(const Options& options) {
    int failed = 0;
    const auto text = mergeText(options, failed);
    if (!text) return fail(options, text.error());
    if (failed > 0 && !options.quiet) {
        const std::string line = "headwaters: warning: " + std::to_string(failed) +
                                 (failed == 1 ? " input is" : " inputs are") +
                                 " not in the table: each folder's failed.jsonl says which.\n";
        std::fwrite(line.data(), 1, line.size(), stderr);
    }
    return finish(*text);
}

}  // namespace
}  // namespace hw::cli

int main(int count, char** values) {
    using namespace hw::cli;
    const std::vector<std::string_view> arguments(values + std::min(count, 1), values + count);
    const auto options = parseOptions(arguments);
    if (!options) {
        complain({}, options.error());
        return badUsage;
    }
    if (options->command == Command::help) return finish(helpText());
    if (options->command == Command::version)
        return finish("headwaters" + std::string(hw::programName().substr(10)) + '\n');
    if (options->command == Command::batch) return runBatch(*options);
    if (options->command == Command::merge) return runMerge(*options);
    const auto text = run(*options);
    if (!text) return fail(*options, text.error());
    return finish(*text, options->figure.out);
}
