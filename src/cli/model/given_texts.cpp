// SPDX-License-Identifier: MIT
#include "cli/model/given_texts.h"

#include <filesystem>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/disk_files.h"
#include "cli/model/model_run.h"
#include "cli/picture/jpeg.h"
#include "io/packed/picture.h"
#include "io/tree/tree.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::cli {
namespace {

std::unexpected<Problem> badTexts(std::string place) {
    return std::unexpected(Problem{
        .code = Code::notRecognised,
        .place = std::move(place),
        .finding = "This is neither a text nor a pair of texts.",
        .remedy = R"(Write "a text", ["a text", "its pair"] or {"text": "...", "cluster": "..."}.)",
        .byte = {}});
}

std::optional<GivenText> readContent(const io::Tree& tree, io::NodeId node) {
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
            return GivenText{.text = name, .pair = {}, .image = name};
        }
        first = tree.find(node, "text");
        second = tree.find(node, "pair");
    }
    if (first == io::none || !tree.is(first, io::Kind::string)) return std::nullopt;
    if (second == io::none) return GivenText{std::string(tree.string(first)), {}};
    if (!tree.is(second, io::Kind::string)) return std::nullopt;
    return GivenText{std::string(tree.string(first)), std::string(tree.string(second))};
}

/// A text, a list of two, or an object with text and pair, or with the name of an image; an object may name its cluster.
std::optional<GivenText> read(const io::Tree& tree, io::NodeId node) {
    auto given = readContent(tree, node);
    if (!given || !tree.is(node, io::Kind::object)) return given;
    const io::NodeId cluster = tree.find(node, "cluster");
    if (cluster == io::none) return given;
    if (!tree.is(cluster, io::Kind::string)) return std::nullopt;
    given->cluster = tree.string(cluster);
    return given;
}

Result<PicturePoints> readPicture(const std::string& path) {
    auto parts = modelParts(path);
    if (!parts) return std::unexpected(std::move(parts.error()));
    constexpr std::uint64_t longest = std::uint64_t{1} << 28;
    const std::uint64_t size = parts->size() == 1 ? parts->front().bytes->size() : longest;
    std::string bytes;
    if (size < longest) {
        bytes.resize(static_cast<std::size_t>(size));
        if (auto read = parts->front().bytes->read(
                0, std::as_writable_bytes(std::span(bytes.data(), bytes.size())));
            !read)
            return std::unexpected(std::move(read.error()));
    }
    const std::string name = std::filesystem::path(path).filename().string();
    if (isJpeg(bytes)) return readJpeg(bytes, name);
    if (auto picture = io::readPng(bytes)) return std::move(*picture);
    return std::unexpected(Problem{.code = Code::notRecognised,
                                   .place = name,
                                   .finding = "This is no picture that is read here.",
                                   .remedy = "Save it as JPEG, or as PNG with 8 bits a channel, "
                                             "not interlaced, of at most 4 million "
                                             "pixels.",
                                   .byte = {}});
}

}  // namespace

Result<std::vector<GivenText>> textsOfList(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    if (!tree->is(io::Tree::root, io::Kind::array)) return badTexts({});
    std::vector<GivenText> texts;
    for (const io::NodeId node : tree->children(io::Tree::root)) {
        auto text = read(*tree, node);
        if (!text) return badTexts("texts[" + std::to_string(texts.size()) + "]");
        texts.push_back(std::move(*text));
    }
    return texts;
}

Result<GivenText> textOfJson(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    auto text = read(*tree, io::Tree::root);
    if (!text) return badTexts({});
    return std::move(*text);
}

namespace {

/// The numbers of "3;17"; -1 for what is none, which the run refuses.
std::vector<int> patchesIn(std::string_view text) {
    std::vector<int> patches;
    for (const std::string_view piece : pieces(text, ';'))
        if (!piece.empty()) patches.push_back(wholeNumber(piece).value_or(-1));
    return patches;
}

}  // namespace

GivenText givenOf(const ModelOptions& options) {
    return {options.text.value_or(""),
            options.pair,
            options.image,
            options.output,
            options.beams,
            options.mostTokens,
            options.isChat,
            options.said,
            patchesIn(options.wiped)};
}

Result<model::Run> runGiven(const model::Session& session, const GivenText& given) {
    if (given.isChat) return session.runMessage(given.text, given.said);
    const bool isWished = given.output || given.beams != 1 || given.mostTokens != 0;
    if (isWished || (session.facts().translates() && !given.pair)) {
        model::OutputWish wish{.beams = given.beams, .mostTokens = given.mostTokens};
        if (given.output) wish.text = *given.output;
        return session.translate(given.text, wish);
    }
    if (given.image.empty()) return session.run(given.text, given.second());
    const auto picture = readPicture(given.image);
    if (!picture) return std::unexpected(picture.error());
    return session.runPicture(*picture, std::filesystem::path(given.image).filename().string(),
                              given.wiped);
}

Compared comparedText(const model::Session& session, GivenText text, const ModelOptions& options) {
    if (session.facts().task() != model::Task::embedding || !text.pair || !options.target.empty())
        return {std::move(text), options.target};
    std::string second = std::move(*text.pair);
    text.pair.reset();
    return {std::move(text), std::move(second)};
}

Result<model::Session> openAmong(const std::string& path, const Options& options) {
    auto session = openModel(path, options);
    if (!session) return session;
    session->takeName(options.model.name);
    if (auto good = session->takePrompt(options.model.prompt); !good)
        return std::unexpected(good.error());
    if (options.model.classes.empty()) return session;
    return session->amongTexts(options.model.classes);
}

}  // namespace hw::cli
