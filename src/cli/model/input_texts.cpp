// SPDX-License-Identifier: MIT
#include "cli/model/input_texts.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "cli/model/disk_files.h"
#include "cli/model/model_run.h"
#include "cli/picture/jpeg.h"
#include "core/refusal.h"
#include "io/packed/picture.h"
#include "io/tree/tree.h"
#include "model/service/cut_run.h"
#include "model/sound/wav.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::cli {
namespace {

std::unexpected<Problem> badTexts(std::string place) {
    return refusal(
        Code::notRecognised, std::move(place), "This is neither a text nor a pair of texts.",
        R"(Write "a text", ["a text", "its pair"] or {"text": "...", "cluster": "...", "target": "...", "known": [2]}.)");
}

std::optional<InputText> readContent(const io::Tree& tree, io::NodeId node) {
    io::NodeId first = node;
    io::NodeId second = io::none;
    if (tree.is(node, io::Kind::array) && tree.size(node) == 2) {
        first = tree.firstChild(node);
        second = tree.next(first);
    } else if (tree.is(node, io::Kind::object)) {
        const io::NodeId image = tree.find(node, "image");
        if (image != io::none && tree.is(image, io::Kind::string)) {
            const std::string name(tree.string(image));
            if (name.empty()) return std::nullopt;
            return InputText{.text = name, .pair = {}, .images = {name}};
        }
        first = tree.find(node, "text");
        second = tree.find(node, "pair");
    }
    if (first == io::none || !tree.is(first, io::Kind::string)) return std::nullopt;
    InputText given{.text = std::string(tree.string(first)), .pair = {}};
    if (second == io::none) return given;
    if (!tree.is(second, io::Kind::string)) return std::nullopt;
    given.pair = tree.string(second);
    return given;
}

/// A list of tokens or of words. False for other values.
bool readKnown(const io::Tree& tree, io::NodeId node, InputText& given) {
    if (tree.is(node, io::Kind::numbers)) {
        std::vector<int> tokens;
        for (const double one : tree.doubles(node)) {
            constexpr double most = 1 << 24;
            if (!(one >= 0 && one < most && one == std::floor(one))) return false;
            tokens.push_back(static_cast<int>(one));
        }
        given.known = std::move(tokens);
        return tree.shape(node).rank == 1;
    }
    if (!tree.is(node, io::Kind::array)) return false;
    std::vector<std::string> words;
    for (const io::NodeId child : tree.children(node)) {
        if (!tree.is(child, io::Kind::string)) return false;
        words.emplace_back(tree.string(child));
    }
    given.known = std::move(words);
    return true;
}

/// A text, a list of two, or an object with text and pair, or with the name of an image. An object may also have a
/// cluster, a question and words that are known to matter.
std::optional<InputText> read(const io::Tree& tree, io::NodeId node) {
    auto given = readContent(tree, node);
    if (!given || !tree.is(node, io::Kind::object)) return given;
    for (const auto& [key, to] :
         {std::pair{"cluster", &given->cluster}, std::pair{"target", &given->target}}) {
        const io::NodeId found = tree.find(node, key);
        if (found == io::none) continue;
        if (!tree.is(found, io::Kind::string)) return std::nullopt;
        *to = tree.string(found);
    }
    const io::NodeId known = tree.find(node, "known");
    if (known != io::none && !readKnown(tree, known, *given)) return std::nullopt;
    return given;
}

/// The bytes of a picture or a sound; empty for a folder and for a file that is too large.
Result<std::string> readMedium(const std::string& path) {
    auto parts = modelParts(path);
    if (!parts) return std::unexpected(std::move(parts.error()));
    constexpr std::uint64_t longest = std::uint64_t{1} << 28;
    const std::uint64_t size = parts->size() == 1 ? parts->front().bytes->size() : longest;
    std::string bytes;
    if (size >= longest) return bytes;
    bytes.resize(static_cast<std::size_t>(size));
    if (auto read = parts->front().bytes->read(
            0, std::as_writable_bytes(std::span(bytes.data(), bytes.size())));
        !read)
        return std::unexpected(std::move(read.error()));
    return bytes;
}

std::string nameOf(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

Result<model::Run> runSound(const model::Session& session, const InputText& given) {
    const auto bytes = readMedium(given.sound);
    if (!bytes) return std::unexpected(bytes.error());
    const auto sound = model::readWav(*bytes);
    if (!sound) return std::unexpected(sound.error());
    model::SoundRequest request{.language = given.language,
                                .task = given.task,
                                .written = given.outputIds,
                                .silent = service::stretchesIn(given.recipe.silent),
                                .mostTokens = given.mostTokens};
    if (!given.recipe.silent.empty() && request.silent.empty())
        return refusal(Code::badArgument, "--silent", "Invalid value.",
                       "Write frames such as 12-40, several between ;.");
    const auto& hearing = session.facts().spec.sound;
    return session.hear(
        hearing ? model::resampled(sound->samples, sound->rate, hearing->rate) : sound->samples,
        nameOf(given.sound), request);
}

Result<PicturePoints> readPicture(const std::string& path) {
    const auto bytes = readMedium(path);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string name = nameOf(path);
    if (isJpeg(*bytes)) return readJpeg(*bytes, name);
    if (auto picture = io::readPng(*bytes)) return std::move(*picture);
    return refusal(
        Code::notRecognised, name, "This picture format isn't supported.",
        "Save it as JPEG, or as an 8-bit PNG without interlacing, with at most 4 million pixels.");
}

}  // namespace

Result<std::vector<InputText>> textsOfList(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    if (!tree->is(io::Tree::root, io::Kind::array)) return badTexts({});
    std::vector<InputText> texts;
    for (const io::NodeId node : tree->children(io::Tree::root)) {
        auto text = read(*tree, node);
        if (!text) return badTexts("texts[" + std::to_string(texts.size()) + "]");
        texts.push_back(std::move(*text));
    }
    return texts;
}

Result<InputText> textOfJson(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    auto text = read(*tree, io::Tree::root);
    if (!text) return badTexts({});
    return std::move(*text);
}

InputText givenOf(const ModelOptions& options) {
    service::Recipe recipe = options.recipe;
    recipe.isMessage = options.isChat;
    recipe.before = options.said;
    return {.text = options.text.value_or(""),
            .pair = options.pair,
            .images = options.images,
            .sound = options.sound,
            .language = options.language,
            .task = options.task,
            .outputIds = options.outputIds,
            .output = options.output,
            .mostTokens = options.mostTokens,
            .splitsImages = options.splitsImages,
            .recipe = std::move(recipe)};
}

Result<model::Run> promptOf(const model::Session& session, const InputText& given) {
    std::vector<PicturePoints> pictures;
    for (const std::string& image : given.images) {
        auto picture = readPicture(image);
        if (!picture) return std::unexpected(std::move(picture.error()));
        pictures.push_back(std::move(*picture));
    }
    auto sight = session.see(pictures, given.splitsImages,
                             {.wiped = service::numbersIn(given.recipe.wiped, ';')});
    if (!sight) return std::unexpected(std::move(sight.error()));
    return session.encodedPrompt(given.text, std::move(*sight), given.recipe.isMessage,
                                 given.recipe.before);
}

Result<model::Run> runInput(const model::Session& session, const InputText& given) {
    if (!given.sound.empty()) return runSound(session, given);
    service::Recipe recipe = given.recipe;
    const bool isWished = given.output || recipe.beams != 1 || given.mostTokens != 0;
    if (!recipe.isMessage && (isWished || (session.facts().translates() && !given.pair))) {
        model::OutputRequest wish{.beams = recipe.beams, .mostTokens = given.mostTokens};
        if (given.output) wish.text = *given.output;
        return session.translate(given.text, wish);
    }
    if (session.facts().seesPictures() && !given.images.empty()) {
        auto run = promptOf(session, given);
        return run ? session.traced(std::move(*run)) : std::move(run);
    }
    if (given.images.size() > 1)
        return refusal(Code::badArgument, "--image", "This model reads one picture.",
                       "Give one --image.");
    if (given.images.empty() || recipe.isMessage) {
        recipe.text = given.text;
        recipe.pair = given.pair;
        auto run = service::encodedOf(session, recipe);
        return run ? session.traced(std::move(*run)) : std::move(run);
    }
    const auto picture = readPicture(given.images.front());
    if (!picture) return std::unexpected(picture.error());
    return session.runPicture(*picture, nameOf(given.images.front()),
                              service::numbersIn(recipe.wiped, ';'));
}

const std::string& questionOf(const InputText& text, const ModelOptions& options) {
    return text.target.empty() ? options.target : text.target;
}

Compared comparedText(const model::Session& session, InputText text, const ModelOptions& options) {
    std::string target = questionOf(text, options);
    if (session.facts().task() != model::Task::embedding || !text.pair || !target.empty())
        return {std::move(text), std::move(target)};
    std::string second = std::move(*text.pair);
    text.pair.reset();
    return {std::move(text), std::move(second)};
}

Result<model::Session> openAmong(const std::string& path, const InputOptions& options) {
    auto session = openModel(path, options);
    if (!session) return session;
    session->takeName(options.model.name);
    if (auto good = session->takePrompt(options.model.prompt); !good)
        return std::unexpected(good.error());
    const ModelOptions& own = options.model;
    const bool hasBoth = own.text && !own.images.empty();
    // The text of a picture for CLIP and SigLIP.
    const std::vector<std::string> classes =
        hasBoth && session->comparesTexts() ? std::vector{*own.text} : own.classes;
    if (classes.empty() && hasBoth && !session->facts().seesPictures())
        return refusal(Code::badArgument, "--image", "This model can't combine --text and --image.",
                       "Remove one of them.");
    if (classes.empty()) return session;
    return session->amongTexts(classes);
}

}  // namespace hw::cli
