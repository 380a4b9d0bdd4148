// SPDX-License-Identifier: MIT
#include "cli/model/model_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/input.h"
#include "cli/model/disk_files.h"
#include "cli/model/input_texts.h"
#include "cli/setting_options.h"
#include "io/write/json_writer.h"
#include "model/files/model_files.h"
#include "model/session/chat.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::cli {
namespace {

/// A tokenizer, and how it formats a message.
struct Cutter {
    model::Tokenizer tokenizer;
    model::Chat chat;
};

Result<Cutter> cutterOf(const model::ModelFiles& files) {
    auto tokenizer = model::openTokenizer(files);
    if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
    return Cutter{std::move(*tokenizer), model::readChat(files)};
}

Result<Cutter> cutterAt(const std::string& path) {
    auto parts = modelParts(path);
    if (!parts) return std::unexpected(parts.error());
    // A single JSON file of any name is taken for tokenizer.json.
    if (parts->size() == 1 && parts->front().name.ends_with(".json"))
        parts->front().name = "tokenizer.json";
    if (std::ranges::all_of(*parts,
                            [](const model::Part& part) { return part.name.ends_with(".gguf"); })) {
        const auto files = model::readModelFiles(std::move(*parts));
        if (!files) return std::unexpected(files.error());
        return cutterOf(*files);
    }
    // Weights are not needed. A folder with only a tokenizer is enough.
    model::ModelFiles files;
    files.parts = std::move(*parts);
    return cutterOf(files);
}

std::string lineOf(const model::Encoding& encoding) {
    JsonWriter json;
    json.beginObject().array("ids", encoding.ids).array("tokens", encoding.tokens);
    json.key("offsets").beginArray();
    for (const model::TextSpan& at : encoding.offsets) {
        json.beginArray()
            .value(static_cast<long long>(at.begin))
            .value(static_cast<long long>(at.end));
        json.endArray();
    }
    json.endArray().array("type_ids", encoding.typeIds).key("special").beginArray();
    for (const bool special : encoding.special) json.value(special ? 1 : 0);
    return json.endArray().endObject().take() + '\n';
}

Result<model::Encoding> encoded(const Cutter& cutter, const InputText& text,
                                const TokenizeOptions& options) {
    if (!options.model.isChat) return cutter.tokenizer.encode(text.text, text.second());
    const auto chat = model::asChat(cutter.chat, options.model.said, text.text);
    if (!chat) return std::unexpected(chat.error());
    return cutter.tokenizer.encode(chat->text, {}, false);
}

}  // namespace

Result<std::string> tokenizeText(const TokenizeOptions& options,
                                 std::vector<Problem>& /*warnings*/) {
    const auto cutter = cutterAt(options.file);
    if (!cutter) return std::unexpected(cutter.error());
    const bool isChat = options.model.isChat;
    if (isChat && !cutter->chat.form)
        return usage(model::asChat(cutter->chat, {}, "").error().finding, "Remove --chat.");
    if (options.model.text) {
        const auto encoding =
            encoded(*cutter, {.text = *options.model.text, .pair = options.model.pair}, options);
        if (!encoding) return std::unexpected(encoding.error());
        return lineOf(*encoding);
    }
    std::string given;
    const auto read = readFile(
        options.texts, [](std::optional<std::uint64_t>) {},
        [&](std::span<const std::byte> bytes) {
            given.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            return Result<void>{};
        });
    if (!read) return std::unexpected(read.error());
    const auto list = textsOfList(given, options.texts == "-" ? "standard input" : options.texts);
    if (!list) return std::unexpected(list.error());
    std::string out;
    std::size_t item = 0;
    for (const InputText& text : *list) {
        const auto encoding = encoded(*cutter, text, options);
        if (!encoding) {
            Problem problem = encoding.error();
            problem.place = "texts[" + std::to_string(item) + "]" +
                            (problem.place.empty() ? "" : ", ") + problem.place;
            return std::unexpected(std::move(problem));
        }
        out += lineOf(*encoding);
        ++item;
    }
    return out;
}

}  // namespace hw::cli
