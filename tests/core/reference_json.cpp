// SPDX-License-Identifier: MIT
#include "core/reference_json.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace hw::test {
namespace {

class Reader {
public:
    explicit Reader(const std::string& text) : at_(text.c_str()), end_(at_ + text.size()) {}

    Json value() {
        space();
        Json result;
        switch (peek()) {
            case '{': object(result); break;
            case '[': list(result); break;
            case '"':
                result.kind = Json::Kind::text;
                result.text = string();
                break;
            case 't': literal("true", result, Json::Kind::boolean, 1.0); break;
            case 'f': literal("false", result, Json::Kind::boolean, 0.0); break;
            case 'n': literal("null", result, Json::Kind::null, 0.0); break;
            default: {
                char* after = nullptr;
                result.kind = Json::Kind::number;
                result.number = std::strtod(at_, &after);
                if (after == at_) fail();
                at_ = after;
            }
        }
        space();
        return result;
    }

private:
    [[noreturn]] static void fail() { throw std::runtime_error("a reference is no JSON"); }
    char peek() const { return at_ < end_ ? *at_ : '\0'; }
    void space() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }
    void expect(char c) {
        if (peek() != c) fail();
        ++at_;
    }
    bool next(char close) {
        space();
        if (peek() == ',') {
            ++at_;
            space();
            return true;
        }
        expect(close);
        return false;
    }
    void literal(const std::string& word, Json& result, Json::Kind kind, double number) {
        for (const char c : word) expect(c);
        result.kind = kind;
        result.number = number;
    }
    void object(Json& result) {
        result.kind = Json::Kind::object;
        expect('{');
        space();
        if (peek() == '}') {
            ++at_;
            return;
        }
        do {
            std::string key = string();
            space();
            expect(':');
            result.members.emplace_back(std::move(key), value());
        } while (next('}'));
    }
    void list(Json& result) {
        result.kind = Json::Kind::list;
        expect('[');
        space();
        if (peek() == ']') {
            ++at_;
            return;
        }
        do { result.items.push_back(value()); } while (next(']'));
    }
    std::string string() {
        expect('"');
        std::string text;
        while (peek() != '"') {
            if (at_ >= end_) fail();
            if (*at_ == '\\') {
                // Escapes are not decoded, because no reference depends on their meaning.
                text += *at_++;
            }
            text += *at_++;
        }
        ++at_;
        return text;
    }

    const char* at_;
    const char* end_;
};

void collect(const Json& node, std::vector<double>& numbers) {
    if (node.kind == Json::Kind::number) numbers.push_back(node.number);
    for (const Json& item : node.items) collect(item, numbers);
}

void addReferences(const std::filesystem::path& folder, std::vector<std::string>& found) {
    const std::string ending = ".expected.json";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        if (path.ends_with(ending)) found.push_back(path.substr(0, path.size() - ending.size()));
    }
    std::ranges::sort(found);
}

}  // namespace

const Json& Json::operator[](const std::string& key) const {
    static const Json nothing;
    for (const auto& [name, value] : members) {
        if (name == key) return value;
    }
    return nothing;
}

bool Json::has(const std::string& key) const {
    return std::ranges::any_of(members, [&](const auto& member) { return member.first == key; });
}

std::vector<double> Json::numbers() const {
    std::vector<double> all;
    collect(*this, all);
    return all;
}

std::vector<std::string> Json::texts() const {
    std::vector<std::string> all;
    for (const Json& item : items) all.push_back(item.text);
    return all;
}

Json loadJson(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return Reader(text).value();
}

AttentionTensor tensorFrom(const Json& nested) {
    AttentionTensor tensor;
    tensor.layers = static_cast<int>(nested.size());
    tensor.heads = static_cast<int>(nested[0].size());
    tensor.queries = static_cast<int>(nested[0][0].size());
    tensor.keys = static_cast<int>(nested[0][0][0].size());
    for (const double number : nested.numbers())
        tensor.values.push_back(static_cast<float>(number));
    return tensor;
}

std::vector<std::string> sharedReferences(const std::vector<std::string>& folders) {
    std::vector<std::string> found;
    const std::filesystem::path root = HW_SHARED_DATA;
    if (root.empty()) return found;
    for (const std::string& folder : folders) addReferences(root / folder, found);
    return found;
}

std::vector<std::string> committedReferences() {
    std::vector<std::string> found;
    addReferences(std::filesystem::path(HW_TEST_DATA) / "references", found);
    return found;
}

Reference loadReference(const std::string& path) {
    return {std::filesystem::path(path).filename().string(), loadJson(path + ".json"),
            loadJson(path + ".expected.json")};
}

}  // namespace hw::test
