// SPDX-License-Identifier: MIT
// headwaters._core: the command line's computations for python/headwaters, in its process and without files. Errors are
// returned as values here as everywhere. Python raises them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/figure/figure.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/program/answer.h"
#include "cli/program/command_table.h"
#include "cli/program/parse_options.h"
#include "core/problem.h"
#include "core/tokens/shown_problem.h"
#include "io/open.h"
#include "python/arrays.h"
#include "python/borrowed_arrays.h"
#include "python/question_thread.h"

namespace hw::python {
namespace nb = nanobind;
namespace {

using Weights = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Scores = std::vector<std::pair<std::string, std::vector<double>>>;

/// A command with its options, as the program parses them.
struct ParsedCommand {
    std::unique_ptr<cli::CommandOptions> options;
};

/// A document, and the arrays that contain its weights.
struct BorrowedDocument {
    Document document;
    std::vector<Weights> kept;
};

/// A value, or a Problem for Python to raise.
template <class Value>
nb::object given(Result<Value> result) {
    if (!result) return nb::cast(std::move(result.error()));
    return nb::cast(std::move(*result));
}

/// A part of the command's own options. Raises for a command of another kind, which the package never requests.
template <class Part>
const Part& own(const ParsedCommand& wish) {
    return dynamic_cast<const Part&>(*wish.options);
}

nb::object parse(const std::vector<std::string>& words) {
    const std::vector<std::string_view> arguments(words.begin(), words.end());
    auto options = cli::parseOptions(arguments);
    if (!options) return nb::cast(std::move(options.error()));
    return nb::cast(ParsedCommand{std::move(*options)});
}

std::string_view textOf(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::object open(const ParsedCommand& wish, const std::optional<nb::bytes>& data) {
    const auto& options = own<cli::InputOptions>(wish);
    Result<Document> document;
    {
        const std::string_view text = data ? textOf(*data) : std::string_view();
        const nb::gil_scoped_release others;
        Limits limits;
        limits.memoryBytes = options.memoryBytes;
        document =
            data ? openBytes(std::as_bytes(std::span(text)), options.file, limits, options.reading)
                 : cli::documentOf(options);
    }
    if (!document) return nb::cast(std::move(document.error()));
    return nb::cast(BorrowedDocument{std::move(*document), {}});
}

BorrowedArray lent(const Weights& array) {
    return {{array.data(), array.size()},
            static_cast<int>(array.shape(0)),
            static_cast<int>(array.shape(1)),
            static_cast<int>(array.shape(2))};
}

nb::object take(Weights attentions, std::optional<Weights> gradients,
                std::optional<std::vector<std::string>> tokens, Scores importance) {
    BorrowedExample example;
    example.attentions = lent(attentions);
    if (gradients) example.gradients = lent(*gradients);
    example.tokens = std::move(tokens);
    for (auto& [name, values] : importance)
        example.importance.push_back({std::move(name), std::move(values)});
    Result<std::optional<Document>> document;
    {
        const nb::gil_scoped_release others;
        document = borrowedDocument(std::move(example));
    }
    if (!document) return nb::cast(std::move(document.error()));
    if (!*document) return nb::none();
    BorrowedDocument opened{std::move(**document), {}};
    opened.kept.push_back(std::move(attentions));
    if (gradients) opened.kept.push_back(std::move(*gradients));
    return nb::cast(std::move(opened));
}

nb::object layers(const ParsedCommand& wish, const BorrowedDocument& opened) {
    const auto& options = own<cli::MethodOptions>(wish);
    Layers found;
    Result<void> done;
    {
        const nb::gil_scoped_release others;
        const auto example = cli::exampleOf(opened.document, options.example);
        done = example ? cli::methodResult(
                             **example, options,
                             [&](const ExportResult& result) { found = gathered(result); })
                       : std::unexpected(example.error());
    }
    if (!done) return nb::cast(std::move(done.error()));
    return arrayOf(std::move(found));
}

nb::object text(const ParsedCommand& wish, const BorrowedDocument& opened) {
    Result<std::string> answer;
    {
        const nb::gil_scoped_release others;
        answer = cli::rowOf(*wish.options).work.answerFor(opened.document, *wish.options);
    }
    return given(std::move(answer));
}

std::string ask(QuestionThread& answering, std::string text, const nb::bytes& numbers) {
    service::Message message{std::move(text), std::vector<float>(numbers.size() / sizeof(float))};
    std::memcpy(message.numbers.data(), numbers.c_str(), message.numbers.size() * sizeof(float));
    const nb::gil_scoped_release others;
    return answering.ask(std::move(message));
}

void giveUp(QuestionThread& answering) {
    const nb::gil_scoped_release others;
    answering.close();
}

nb::object figure(const ParsedCommand& wish, const nb::bytes& data) {
    const auto& options = own<cli::FigureOptions>(wish);
    Result<std::string> drawn;
    {
        const std::string_view file = textOf(data);
        const nb::gil_scoped_release others;
        std::vector<Problem> warnings;
        drawn = cli::figureText(options, file, warnings);
    }
    return given(std::move(drawn));
}

nb::list examples(const nb::handle self) {
    nb::list all;
    for (const Example& example : nb::cast<const BorrowedDocument&>(self).document.examples)
        all.append(dictionaryOf(example, self));
    return all;
}

}  // namespace
}  // namespace hw::python

NB_MODULE(_core, module) {
    using namespace hw;
    using namespace hw::python;
    using namespace nb::literals;
    module.doc() =
        "The core of Headwaters, as headwaters/__init__.py calls it. Whatever can fail returns a "
        "Problem.";
    nb::class_<Problem>(module, "Problem", "What went wrong.")
        .def_prop_ro(
            "place", [](const Problem& one) { return shortened(one.place); },
            "Where, as programs count: attentions[3][7]; or empty.")
        .def_prop_ro(
            "finding", [](const Problem& one) { return shortened(one.finding); },
            "What was found, and what was expected.")
        .def_prop_ro(
            "remedy", [](const Problem& one) { return shortened(one.remedy); },
            "What helps; or empty.")
        .def("__str__", [](const Problem& one) { return sentence(shortened(one)); });
    nb::class_<ParsedCommand>(module, "Wish", "A command and its options.")
        .def_prop_ro(
            "reads_plainly",
            [](const ParsedCommand& one) {
                return own<cli::InputOptions>(one).reading == OpenOptions{};
            },
            "No option changes how data are read.");
    nb::class_<BorrowedDocument>(module, "Opened", "What was read.")
        .def_prop_ro(
            "form", [](const BorrowedDocument& one) { return one.document.form; },
            "Which form it was.")
        .def_prop_ro(
            "warnings", [](const BorrowedDocument& one) { return one.document.warnings; },
            "list[Problem]: what is unusual about it.")
        .def(
            "examples", [](nb::handle self) { return examples(self); },
            nb::sig("def examples(self) -> list[dict[str, object]]"),
            "Each example as a dictionary; arrays are views of what was read, float32 [L, H, n, "
            "n].");
    nb::class_<QuestionThread>(module, "Answering",
                               "A question about a model that runs in Python, and what it needs.")
        .def(nb::init<>())
        .def(
            "ask", &ask, "text"_a, "numbers"_a,
            nb::sig("def ask(self, text: str, numbers: bytes) -> str"),
            "Takes the question, then what each request is answered with: JSON, and float32. Gives "
            "the next\nrequest, or the last message.")
        .def("close", &giveUp, "Gives the question up.");
    module.def("parse", &parse, "words"_a, nb::sig("def parse(words: list[str]) -> Wish | Problem"),
               "Words of the command line.");
    module.def("open", &open, "wish"_a, "data"_a.none(),
               nb::sig("def open(wish: Wish, data: bytes | None) -> Opened | Problem"),
               "Reads `data`, or the file, link or model that the wish names.");
    module.def("take", &take, "attentions"_a, "gradients"_a.none(), "tokens"_a.none(),
               "importance"_a,
               nb::sig("def take(attentions: object, gradients: object, tokens: list[str] | None, "
                       "importance: list[tuple[str, list[float]]])"
                       " -> Opened | Problem | None"),
               "Arrays float32 [L, H, n, n], C-contiguous, read where they lie: nobody may change "
               "them meanwhile. None: they are\n"
               "unusual, and have to be read as a file.");
    module.def("layers", &layers, "wish"_a, "opened"_a,
               nb::sig("def layers(wish: Wish, opened: Opened) -> tuple[int, object] | Problem"),
               "A method's first layer, and its numbers: float64 [L, rows, columns].");
    module.def("text", &text, "wish"_a, "opened"_a,
               nb::sig("def text(wish: Wish, opened: Opened) -> str | Problem"),
               "What the program prints for the command.");
    module.def("figure", &figure, "wish"_a, "data"_a,
               nb::sig("def figure(wish: Wish, data: bytes) -> str | Problem"),
               "An SVG of a file's bytes; of no bytes: of the wish's file.");
}
