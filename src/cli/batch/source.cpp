// SPDX-License-Identifier: MIT
#include "cli/batch/source.h"

#include <utility>

#include "cli/batch/experiment/run_experiment.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "io/json/utf8.h"

namespace hw::cli {
namespace {

/// A line as it is: without the end that other systems write, and what marks the beginning of a file.
GivenText plainText(std::string text, bool isFirst) {
    if (isFirst && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.ends_with('\r')) text.pop_back();
    io::repairUtf8(text);
    return {std::move(text), {}};
}

}  // namespace

Result<Source> Source::open(const Options& options) {
    Source source(options);
    if (options.model.model.empty()) return source;
    auto session = openModel(options.model.model, options);
    if (!session) return std::unexpected(std::move(session.error()));
    source.session_ = std::make_shared<const model::Session>(std::move(*session));
    return source;
}

Result<Opened> Source::read(const Input& input) const {
    Opened opened;
    if (session_ == nullptr) {
        auto document = openInput(input, *options_);
        if (!document) return std::unexpected(std::move(document.error()));
        opened.document = std::make_shared<const Document>(std::move(*document));
        return opened;
    }
    auto text = wholeText(input, *options_);
    if (!text) return std::unexpected(std::move(text.error()));
    if (input.place.line == 0) {
        auto texts = textsOfList(*text, input.place.file);
        if (!texts) return std::unexpected(std::move(texts.error()));
        opened.texts = std::move(*texts);
    } else if (input.isJson) {
        auto one = textOfJson(*text, {});
        if (!one) return std::unexpected(std::move(one.error()));
        opened.texts.push_back(std::move(*one));
    } else {
        opened.texts.push_back(plainText(std::move(*text), input.place.line == 1));
    }
    return opened;
}

Result<Rendered> Source::render(const Opened& opened, const Place& place, int example) const {
    if (opened.document != nullptr)
        return cli::render(opened.document->examples[example], place, example, *options_);
    if (options_->batch.experiments) {
        const auto json = experimentJson(*session_, opened.texts[example], *options_);
        if (!json) return std::unexpected(json.error());
        return renderLine(*json, place, example);
    }
    auto made = modelExample(*session_, opened.texts[example], *options_);
    if (!made) return std::unexpected(made.error());
    made->cluster = opened.texts[example].cluster;
    return cli::render(*made, place, example, *options_);
}

}  // namespace hw::cli
