// SPDX-License-Identifier: MIT
#include "model/network/config.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "model/network/key_kinds.h"

namespace hw::model {

/// The state that all objects of one configuration share.
struct Config::Shared {
    std::string file;
    std::vector<UnknownKeys::Key> doubted;
    std::optional<Problem> problem;
    /// Keys that were read, with their objects.
    std::vector<std::pair<io::NodeId, std::string>> asked;
    /// Objects that were read, with their places.
    std::vector<std::pair<io::NodeId, std::string>> objects;
};

namespace {

std::string valueText(const io::Tree& tree, io::NodeId node) {
    switch (tree.kind(node)) {
        case io::Kind::null: return "null";
        case io::Kind::boolean: return tree.truth(node) ? "true" : "false";
        case io::Kind::number: return numberText(tree.number(node));
        case io::Kind::string: return '"' + io::excerpt(tree.string(node)) + '"';
        default: return "[...]";
    }
}

}  // namespace

Config::Config(const io::Tree& tree, io::NodeId object, std::string file)
    : Config(tree, object, std::make_shared<Shared>(), file) {
    shared_->file = std::move(file);
}

Config::Config(const io::Tree& tree, io::NodeId object, std::shared_ptr<Shared> shared,
               std::string place)
    : tree_(&tree),
      object_(tree.is(object, io::Kind::object) ? object : io::none),
      shared_(std::move(shared)),
      place_(std::move(place)) {
    if (object_ != io::none) shared_->objects.emplace_back(object_, place_);
}

io::NodeId Config::find(std::string_view key) {
    if (object_ == io::none) return io::none;
    shared_->asked.emplace_back(object_, std::string(key));
    const io::NodeId node = tree_->find(object_, key);
    return node == io::none || tree_->is(node, io::Kind::null) ? io::none : node;
}

bool Config::has(std::string_view key) { return find(key) != io::none; }

bool Config::isEmpty() const { return object_ == io::none || tree_->size(object_) == 0; }

std::vector<std::string_view> Config::keys() const {
    std::vector<std::string_view> keys;
    if (object_ == io::none) return keys;
    for (const io::NodeId child : tree_->children(object_)) keys.push_back(tree_->key(child));
    return keys;
}

bool Config::hasNumber(std::string_view key) {
    const io::NodeId node = find(key);
    return node != io::none && tree_->is(node, io::Kind::number);
}

bool Config::isText(std::string_view key) {
    const io::NodeId node = find(key);
    return node != io::none && tree_->is(node, io::Kind::string);
}

void Config::fail(std::string_view key, std::string finding, LocalizedText remedy) {
    if (shared_->problem) return;
    shared_->problem = Problem{.code = Code::badArgument,
                               .place = place_ + (key.empty() ? "" : ", " + std::string(key)),
                               .finding = std::move(finding),
                               .remedy = std::string(remedy),
                               .byte = {}};
}

bool Config::failed() const { return shared_->problem.has_value(); }

void Config::refuse(std::string_view key) {
    fail(key, formatText("The value {} isn’t supported and changes the computation."_tr,
                         {valueText(*tree_, tree_->find(object_, key))}));
}

int Config::whole(std::string_view key, std::optional<int> fallback, int least) {
    const io::NodeId node = find(key);
    if (node == io::none) {
        const auto assumed =
            std::ranges::find(assumed_, key, &decltype(assumed_)::value_type::first);
        if (!fallback && assumed != assumed_.end()) return assumed->second;
        if (!fallback) fail(key, std::string("This key is missing."_tr));
        return fallback.value_or(least);
    }
    const double number = tree_->is(node, io::Kind::number) ? tree_->number(node) : -1e30;
    if (number >= least && number <= largestSize && number == std::floor(number))
        return static_cast<int>(number);
    fail(key, formatText("Expected a whole number from {} to {}, but found {}."_tr,
                         {least, largestSize, valueText(*tree_, node)}));
    return least;
}

double Config::real(std::string_view key, std::optional<double> fallback) {
    const io::NodeId node = find(key);
    if (node == io::none) {
        if (!fallback) fail(key, std::string("This key is missing."_tr));
        return fallback.value_or(1);
    }
    if (tree_->is(node, io::Kind::number) && tree_->number(node) >= 0 &&
        tree_->number(node) <= mostReal)
        return tree_->number(node);
    fail(key, formatText("Expected a number from 0 to 10^12, but found {}."_tr,
                         {valueText(*tree_, node)}));
    return fallback.value_or(1);
}

bool Config::flag(std::string_view key, bool fallback) {
    const io::NodeId node = find(key);
    if (node == io::none) return fallback;
    if (tree_->is(node, io::Kind::boolean)) return tree_->truth(node);
    refuse(key);
    return fallback;
}

std::string Config::text(std::string_view key, std::string_view fallback) {
    const io::NodeId node = find(key);
    if (node == io::none) return std::string(fallback);
    if (tree_->is(node, io::Kind::string)) return std::string(tree_->string(node));
    refuse(key);
    return std::string(fallback);
}

std::vector<std::string> Config::texts(std::string_view key) {
    const io::NodeId node = find(key);
    std::vector<std::string> list;
    if (node == io::none) return list;
    if (!tree_->is(node, io::Kind::array)) {
        refuse(key);
        return list;
    }
    for (const io::NodeId child : tree_->children(node)) {
        if (!tree_->is(child, io::Kind::string)) {
            refuse(key);
            return {};
        }
        list.emplace_back(tree_->string(child));
    }
    return list;
}

std::vector<double> Config::reals(std::string_view key) {
    const io::NodeId node = find(key);
    std::vector<double> list;
    if (node == io::none) return list;
    if (tree_->is(node, io::Kind::numbers) && tree_->shape(node).rank == 1)
        list = tree_->doubles(node);
    const bool isFinite = std::ranges::all_of(list, [](double one) { return std::isfinite(one); });
    if (list.empty() || !isFinite) refuse(key);
    return list;
}

Config Config::object(std::string_view key) {
    const io::NodeId node = find(key);
    if (node != io::none && !tree_->is(node, io::Kind::object)) refuse(key);
    return {*tree_, node == io::none ? io::none : node, shared_, place_ + ", " + std::string(key)};
}

std::vector<std::string> Config::numbered(std::string_view key) {
    const io::NodeId node = find(key);
    std::map<int, std::string> found;
    if (node == io::none || !tree_->is(node, io::Kind::object)) return {};
    for (const io::NodeId child : tree_->children(node)) {
        const std::string_view name = tree_->key(child);
        int number = -1;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        const bool isNumber = error == std::errc() && end == name.data() + name.size();
        if (isNumber && number >= 0 && tree_->is(child, io::Kind::string))
            found[number] = std::string(tree_->string(child));
    }
    std::vector<std::string> list;
    for (auto& [number, text] : found) {
        if (std::cmp_not_equal(number, list.size())) return {};
        list.push_back(std::move(text));
    }
    return list;
}

void Config::only(std::string_view key, bool value) {
    const io::NodeId node = find(key);
    if (node == io::none) return;
    if (!tree_->is(node, io::Kind::boolean) || tree_->truth(node) != value) refuse(key);
}

void Config::only(std::string_view key, std::string_view value) {
    const io::NodeId node = find(key);
    if (node == io::none) return;
    if (!tree_->is(node, io::Kind::string) || tree_->string(node) != value) refuse(key);
}

void Config::only(std::string_view key, double value) {
    const io::NodeId node = find(key);
    if (node == io::none) return;
    if (!tree_->is(node, io::Kind::number) || tree_->number(node) != value) refuse(key);
}

void Config::doubt(std::string_view key, std::string value) {
    find(key);
    shared_->doubted.push_back({std::string(key), std::move(value)});
}

void Config::ignore(std::string_view key) { find(key); }

Result<void> Config::finish() const {
    Spec unused;
    auto done = finish(unused, false);
    if (!done && std::exchange(done.error().offer, Offer::none) == Offer::ignoreKeys)
        done.error().remedy.clear();
    return done;
}

Result<void> Config::finish(Spec& spec, bool ignores) const {
    if (shared_->problem) return std::unexpected(*shared_->problem);
    UnknownKeys unknown{.passing = {}, .mathematical = shared_->doubted};
    for (const auto& [object, place] : shared_->objects) {
        const std::size_t comma = place.find(", ");
        const std::string front = comma == place.npos ? "" : place.substr(comma + 2) + ", ";
        for (const io::NodeId child : tree_->children(object)) {
            const std::string_view key = tree_->key(child);
            const bool isAsked =
                std::ranges::any_of(shared_->asked, [&, node = object](const auto& pair) {
                    return pair.first == node && pair.second == key;
                });
            if (!isAsked)
                unknown.add(kindOfKey(*tree_, key, child), front + std::string(key),
                            valueText(*tree_, child));
        }
    }
    return unknown.settle(spec, ignores, shared_->file);
}

}  // namespace hw::model
