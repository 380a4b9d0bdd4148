// SPDX-License-Identifier: MIT
#include "cli/batch/source.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/batch/experiment/run_experiment.h"
#include "cli/batch/why/run_why.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "io/json/utf8.h"

namespace hw::cli {
namespace {

/// An unchanged line, without a carriage return at its end and without a byte order mark.
InputText plainText(std::string text, bool isFirst) {
    if (isFirst && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.ends_with('\r')) text.pop_back();
    io::repairUtf8(text);
    return {std::move(text), {}};
}

}  // namespace

Result<std::vector<InputText>> textsOf(const Input& input, const BatchOptions& options) {
    auto text = wholeText(input, options);
    if (!text) return std::unexpected(std::move(text.error()));
    if (input.place.line == 0) return textsOfList(*text, input.place.file);
    if (!input.isJson) return std::vector{plainText(std::move(*text), input.place.line == 1)};
    auto one = textOfJson(*text, {});
    if (!one) return std::unexpected(std::move(one.error()));
    return std::vector{std::move(*one)};
}

std::vector<std::string> listedPictures(const BatchOptions& options) {
    namespace fs = std::filesystem;
    BatchOptions lists = options;
    std::erase_if(lists.files, [](const std::string& file) {
        std::error_code unknown;
        return file == "-" ||
               !(fs::is_regular_file(file, unknown) || fs::is_directory(file, unknown));
    });
    std::vector<std::string> pictures;
    if (options.model.model.empty() || lists.files.empty()) return pictures;
    Inputs inputs(lists, [](const Place&) { return PriorResults::nothing; });
    while (const auto input = inputs.next()) {
        const bool isShort = input->place.line > 0 && !input->text.contains('\\') &&
                             !input->text.contains("\"image\"");
        if (input->problem || isShort) continue;
        const auto texts = textsOf(*input, lists);
        for (const InputText& text : texts.value_or(std::vector<InputText>{}))
            pictures.insert(pictures.end(), text.images.begin(), text.images.end());
    }
    return pictures;
}

Result<Source> Source::open(const BatchOptions& options) {
    Source source(options);
    if (options.model.model.empty()) return source;
    auto session = openModel(options.model.model, options);
    if (!session) return std::unexpected(std::move(session.error()));
    if (auto good = session->takePrompt(options.model.prompt); !good)
        return std::unexpected(std::move(good.error()));
    source.session_ = std::make_shared<const model::Session>(std::move(*session));
    return source;
}

Result<OpenInput> Source::read(const Input& input) const {
    OpenInput opened;
    if (session_ == nullptr) {
        auto document = openInput(input, *options_);
        if (!document) return std::unexpected(std::move(document.error()));
        opened.document = std::make_shared<const Document>(std::move(*document));
        return opened;
    }
    auto texts = textsOf(input, *options_);
    if (!texts) return std::unexpected(std::move(texts.error()));
    opened.texts = std::move(*texts);
    return opened;
}

Result<ExampleOutput> Source::render(const OpenInput& opened, const Place& place,
                                     int example) const {
    if (opened.document != nullptr)
        return cli::render(opened.document->examples[example], place, example, *options_);
    std::vector<Problem> warnings;
    const auto warned = [&](Result<ExampleOutput> rendered) {
        if (rendered) rendered->warnings = std::move(warnings);
        return rendered;
    };
    if (options_->runsTexts()) {
        const auto& run = options_->asksWhy ? whyLineJson : experimentJson;
        const auto json = run(*session_, opened.texts[example], *options_, warnings);
        if (!json) return std::unexpected(json.error());
        return warned(renderLine(*json, place, example));
    }
    auto made = modelExample(*session_, opened.texts[example], *options_, warnings);
    if (!made) return std::unexpected(made.error());
    made->cluster = opened.texts[example].cluster;
    return warned(cli::render(*made, place, example, *options_));
}

}  // namespace hw::cli
