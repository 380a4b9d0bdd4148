// SPDX-License-Identifier: MIT
// headwaters computes the same as the page, for scripts and data sets.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>
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
#include "cli/output/atomic_file.h"
#include "cli/output/elapsed_time.h"
#include "cli/output/terminal.h"
#include "cli/program/answer.h"
#include "cli/program/answer_distant.h"
#include "cli/program/check_outputs.h"
#include "cli/program/parse_options.h"
#include "cli/reading_options.h"
#include "cli/system/posix.h"
#include "cli/train/train.h"
#include "core/tokens/shown_problem.h"

namespace hw::cli {
namespace {

constexpr int success = 0;
constexpr int badInput = 1;
constexpr int badUsage = 2;

/// The option that accepts a problem's offer.
std::string hint(const Problem& problem) {
    switch (problem.offer) {
        case Offer::tokens: return " (--tokens)";
        case Offer::axes: {
            std::string text;
            for (const Choice& one : problem.choices)
                text += (text.empty() ? "--axes " : ", --axes ") + one.value;
            return " (" + text + ")";
        }
        case Offer::layers: {
            std::string text;
            for (const Choice& one : problem.choices)
                text += (text.empty() ? "--layers-from \"" : "; --layers-from \"") + one.value +
                        "\": " + one.text;
            return " (" + text + ")";
        }
        case Offer::firstTokens:
            return problem.choices.empty() ? ""
                                           : " (--first-tokens " + problem.choices[0].value + ")";
        case Offer::missingShare: return " (--missing-share, --normalise-rows)";
        default: break;
    }
    const std::string switches = switchesFor(problem.offer);
    return switches.empty() ? "" : " (" + switches + ")";
}

/// One line on standard error, even if the sentence has line ends.
void complain(const std::string& file, const Problem& problem, const char* kind = "") {
    std::string line;
    if (!file.empty()) line += shortened(file) + ": ";
    tell(line + kind + sentence(shortened(problem)) + shortened(hint(problem)));
}

/// If another file could work, the input is at fault. If no file could, or a value is out of its range, the usage is.
int exitCode(const Problem& problem) {
    const bool lacking = problem.place == "gradients" || problem.place == "part" ||
                         problem.place == "method" || problem.place == "importance";
    return problem.code == Code::badArgument && !lacking ? badUsage : badInput;
}

std::string inputName(const CommandOptions& options) {
    if (const auto* const all = partOf<BatchOptions>(options)) return all->out;
    if (isLink(options.file)) return "link";
    const auto* const input = partOf<InputOptions>(options);
    if (input != nullptr && !input->model.model.empty()) return input->model.model;
    return options.file == "-" ? "standard input" : options.file;
}

void warn(const CommandOptions& options, const std::vector<Problem>& warnings) {
    if (options.quiet) return;
    for (const Problem& warning : warnings) complain(inputName(options), warning, "warning: ");
}

/// Prints warnings before the answer.
Result<std::string> answerOf(const CommandOptions& options) {
    std::vector<Problem> warnings;
    Result<std::string> text;
    {
        const ElapsedTime waiting(std::string(options.uses.front()), options.quiet);
        text = answer(options, warnings);
    }
    warn(options, warnings);
    return text;
}

int finish(const std::string& text, const std::string& file = {}, bool isMade = false) {
    if (!file.empty()) {
        const auto written = replaceFile(file, text);
        if (!written) complain({}, written.error());
        return written ? success : badInput;
    }
    if (isMade ? printMade(text) : print(text)) return success;
    complain({}, {.code = Code::cannotRead,
                  .place = {},
                  .finding = "Standard output can't be written.",
                  .remedy = "Is the disk full, or the pipe closed?",
                  .byte = {}});
    return badInput;
}

int fail(const CommandOptions& options, const Problem& problem) {
    // If the problem names a file of the folder, its place replaces the folder's name.
    const std::string name = inputName(options);
    complain(problem.place.starts_with(name) ? std::string() : name, problem);
    return exitCode(problem);
}

/// Thousands of documents of one size come and go, and so do a model's runs. The next one reuses the freed memory.
/// Clean pages from the system took more than half of a short rollout's time.
void keepFreedMemory() {
#ifdef __GLIBC__
    constexpr int megabyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * megabyte);  // the maximum
    mallopt(M_TRIM_THRESHOLD, 256 * megabyte);
    mallopt(M_TOP_PAD, 16 * megabyte);
#endif
}

int runBatch(const BatchOptions& options) {
    keepFreedMemory();
#ifdef SIGPIPE
    // A closed pipe does not end the work.
    std::signal(SIGPIPE, SIG_IGN);
#endif
    const auto outcome = batch(options);
    if (!outcome) return fail(options, outcome.error());
    if (!options.quiet || outcome->failed > 0) tell(outcomeText(*outcome, options.out));
    if (const int code = finish(outcome->table); code != success) return code;
    return outcome->failed > 0 ? badInput : success;
}

int runMerge(const MergeOptions& options) {
    int failed = 0;
    const auto text = mergeText(options, failed);
    if (!text) return fail(options, text.error());
    if (failed > 0 && !options.quiet) {
        tell("warning: " + std::to_string(failed) + (failed == 1 ? " input is" : " inputs are") +
             " not in the table: each folder's failed.jsonl says which.");
    }
    return finish(*text);
}

int runTrain(const TrainOptions& options) {
    bool isWritten = true;
    const auto good = train(options, [&](std::string_view lines) {
        isWritten = print(std::string(lines));
        return isWritten;
    });
    if (!good) return fail(options, good.error());
    return isWritten ? success : finish("\n");  // which reports the error
}

}  // namespace
}  // namespace hw::cli

namespace {

/// The last message when the system gives no more memory. The limits of --memory apply earlier, but threads add up.
/// Examples in a batch's record are kept, as after a kill.
void endWithoutMemory() {
    constexpr std::string_view sentence =
        "headwaters: The memory is used up. Allow less (--memory), or fewer threads (--threads).\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
    std::_Exit(hw::cli::badInput);
}

}  // namespace

int main(int count, char** values) {
    using namespace hw::cli;
    std::set_new_handler(endWithoutMemory);
    if (!openStandardStreams()) return badInput;
#ifdef SIGXFSZ
    // Writing beyond a file-size limit becomes an error like a full disk, and the temporary file is deleted.
    std::signal(SIGXFSZ, SIG_IGN);
#endif
    const std::vector<std::string_view> arguments(values + std::min(count, 1), values + count);
    if (arguments.size() == 1 && arguments[0] == "answer") {
        const auto good = answerDistant();
        if (!good) complain({}, good.error());
        return good ? success : badInput;
    }
    const auto parsed = parseOptions(arguments, printsToTerminal());
    if (!parsed) {
        complain({}, parsed.error());
        return badUsage;
    }
    const CommandOptions& options = **parsed;
    if (const auto good = checkOutputs(options); !good) {
        complain({}, good.error());
        return exitCode(good.error());
    }
    if (const auto* const all = partOf<BatchOptions>(options)) return runBatch(*all);
    if (const auto* const parts = partOf<MergeOptions>(options)) return runMerge(*parts);
    if (const auto* const training = partOf<TrainOptions>(options)) return runTrain(*training);
    const auto* const input = partOf<InputOptions>(options);
    if (input != nullptr && !input->model.model.empty()) keepFreedMemory();
    const auto text = answerOf(options);
    if (!text) return fail(options, text.error());
    const auto* const drawn = partOf<FigureOptions>(options);
    return finish(*text, drawn == nullptr ? "" : drawn->figure.out, isDrawn(options));
}
