// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/lex.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

using ExpressionKind = Expression::Kind;

namespace {

constexpr std::array<std::string_view, 5> unsupported{"self", "lipsum", "cycler", "varargs",
                                                      "kwargs"};

}  // namespace

Value Interpreter::fail(std::string finding, Code code) {
    if (!problem_) problem_ = templateProblem(code, line_, std::move(finding));
    return {};
}

bool Interpreter::spend(std::uint64_t steps, std::uint64_t bytes) {
    if (failed()) return false;
    if (steps > budget_.steps || bytes > budget_.bytes) {
        fail(std::string("The template exceeds the limits on steps or text."_tr), Code::tooLarge);
        return false;
    }
    budget_.steps -= steps;
    budget_.bytes -= bytes;
    return true;
}

const Value* Interpreter::variable(std::string_view name) const {
    for (const Scope* scope = scope_.get(); scope != nullptr; scope = scope->outer.get())
        if (const auto found = scope->names.find(name); found != scope->names.end())
            return &found->second;
    return nullptr;
}

Value Interpreter::evaluate(NodeId node) {
    if (node == noNode || !spend(1)) return {};
    constexpr int most = 250;
    if (depth_ > most) return fail(std::string("Macros are nested too deeply."_tr), Code::tooDeep);
    ++depth_;
    const Expression& expression = syntax_.expressions[static_cast<std::size_t>(node)];
    line_ = expression.line;
    Value value = computed(expression);
    --depth_;
    // Lists are compared, printed and released recursively.
    constexpr int mostLevels = 40;
    if (value.depth() > mostLevels)
        return fail(std::string("A value is nested too deeply."_tr), Code::tooDeep);
    return failed() ? Value() : value;
}

Value Interpreter::computed(const Expression& expression) {
    const auto part = [&](std::size_t i) { return evaluate(expression.parts[i]); };
    switch (expression.kind) {
        case ExpressionKind::constant: return expression.value;
        case ExpressionKind::name: {
            if (const Value* value = variable(expression.text)) return *value;
            // Jinja defines these. Without them a template would silently take another branch.
            if (std::ranges::find(unsupported, expression.text) != unsupported.end())
                return fail(formatText("“{}” isn’t supported."_tr, {expression.text}),
                            Code::notRecognised);
            return Undefined{expression.text};
        }
        case ExpressionKind::list:
        case ExpressionKind::tuple: {
            List list{.isTuple = expression.kind == ExpressionKind::tuple};
            for (const NodeId node : expression.parts) list.items.push_back(evaluate(node));
            return list;
        }
        case ExpressionKind::dict: {
            Dict dict;
            for (std::size_t i = 0; i + 1 < expression.parts.size(); i += 2) {
                if (!spend(dict.entries.size())) return {};
                Value key = part(i);
                if (key.list() != nullptr || key.dict() != nullptr)
                    return fail(formatText("{} can’t be a key."_tr, {typeName(key)}));
                dict.set(std::move(key), part(i + 1));
            }
            return dict;
        }
        case ExpressionKind::attribute: return attribute(part(0), expression.text);
        case ExpressionKind::item: {
            const Value of = part(0);
            return item(of, part(1));
        }
        case ExpressionKind::slice: return slice(expression);
        case ExpressionKind::call: {
            const Value function = part(0);
            return call(function, argumentsOf(expression.arguments));
        }
        case ExpressionKind::filter: {
            const Value of = part(0);
            return filter(expression.text, of, argumentsOf(expression.arguments));
        }
        case ExpressionKind::test: {
            const Value of = part(0);
            return test(expression.text, of, argumentsOf(expression.arguments));
        }
        case ExpressionKind::unary: {
            const Value of = part(0);
            if (expression.text == "not") return !of.truth();
            if (!of.isNumber()) return fail(formatText("{} has no sign."_tr, {typeName(of)}));
            if (!of.isWhole()) return expression.text == "-" ? -of.number() : of.number();
            return expression.text == "-" ? arithmetic("-", std::int64_t{0}, of)
                                          : Value(of.whole());
        }
        case ExpressionKind::binary: return binary(expression);
        case ExpressionKind::compare: return compare(expression);
        case ExpressionKind::choice: return part(1).truth() ? part(0) : part(2);
    }
    return {};
}

Arguments Interpreter::argumentsOf(const CallArguments& given) {
    Arguments made;
    for (const NodeId node : given.values) made.values.push_back(evaluate(node));
    for (const auto& [name, node] : given.named) made.named.emplace_back(name, evaluate(node));
    return made;
}

Value Interpreter::attribute(const Value& of, const std::string& name) {
    if (failed()) return {};
    if (const auto* missing = std::get_if<Undefined>(&of.data))
        return fail(formatText("“{}” is not defined."_tr, {io::excerpt(missing->name)}));
    const Dict* dict = of.dict();
    if (dict != nullptr && dict->isNamespace) {
        if (!spend(dict->entries.size())) return {};
        const Value* value = dict->find(Value(name));
        return value == nullptr ? Value(Undefined{name}) : *value;
    }
    Value method = methodOf(*this, of, name);
    if (method.isDefined() || failed()) return method;
    if (dict == nullptr || !spend(dict->entries.size())) return Undefined{name};
    const Value* value = dict->find(Value(name));
    return value == nullptr ? Value(Undefined{name}) : *value;
}

Value Interpreter::item(const Value& of, const Value& key) {
    if (failed()) return {};
    if (const auto* missing = std::get_if<Undefined>(&of.data))
        return fail(formatText("“{}” is not defined."_tr, {io::excerpt(missing->name)}));
    if (const Dict* dict = of.dict()) {
        if (!spend(dict->entries.size())) return {};
        if (const Value* value = dict->find(key)) return *value;
    } else if (key.isWhole()) {
        std::int64_t at = key.whole();
        if (const List* list = of.list()) {
            const auto size = static_cast<std::int64_t>(list->items.size());
            if (at < 0) at += size;
            if (at >= 0 && at < size) return list->items[static_cast<std::size_t>(at)];
        } else if (const Text* text = of.text()) {
            if (!spend(text->bytes.size() / 16)) return {};
            const std::vector<std::size_t> letters = lettersOf(text->bytes);
            const auto size = static_cast<std::int64_t>(letters.size()) - 1;
            if (at < 0) at += size;
            if (at >= 0 && at < size) {
                const auto place = static_cast<std::size_t>(at);
                return text->part(letters[place], letters[place + 1] - letters[place]);
            }
        }
    }
    const Text* name = key.text();
    if (name == nullptr) return Undefined{repr(key)};
    if (of.dict() != nullptr && of.dict()->isNamespace) return Undefined{name->bytes};
    Value method = methodOf(*this, of, name->bytes);
    return method.isDefined() ? method : Value(Undefined{name->bytes});
}

Value Interpreter::slice(const Expression& expression) {
    const Value of = evaluate(expression.parts[0]);
    const List* list = of.list();
    const Text* text = of.text();
    if (!of.isDefined()) return of;
    if (list == nullptr && text == nullptr)
        return fail(formatText("{} can’t be sliced."_tr, {typeName(of)}));
    std::vector<std::size_t> letters;
    if (text != nullptr) {
        if (!spend(text->bytes.size() / 16, text->bytes.size())) return {};
        letters = lettersOf(text->bytes);
    }
    const auto size =
        static_cast<std::int64_t>(list != nullptr ? list->items.size() : letters.size() - 1);
    if (!spend(static_cast<std::uint64_t>(size))) return {};
    std::int64_t bounds[3] = {0, 0, 1};
    bool isGiven[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
        const NodeId node = expression.parts[i + 1];
        const Value bound = node == noNode ? Value(None{}) : evaluate(node);
        if (bound.isNone()) continue;
        if (!bound.isWhole()) return fail(std::string("Slice bounds must be whole numbers."_tr));
        isGiven[i] = true;
        bounds[i] = bound.whole();
    }
    const std::int64_t step = bounds[2];
    if (step == 0) return fail(std::string("The slice step is 0."_tr));
    const auto place = [&](std::size_t i, std::int64_t standard) {
        if (!isGiven[i]) return standard;
        std::int64_t at = bounds[i];
        if (at < 0) at = at < -size ? -1 : at + size;
        return std::clamp<std::int64_t>(at, step < 0 ? -1 : 0, step < 0 ? size - 1 : size);
    };
    const std::int64_t from = place(0, step < 0 ? size - 1 : 0);
    const std::int64_t to = place(1, step < 0 ? -1 : size);
    List items{.isTuple = list != nullptr && list->isTuple};
    Text letter;
    for (std::int64_t at = std::max<std::int64_t>(from, step < 0 ? -1 : 0);
         step < 0 ? at > to && at >= 0 : at < to;) {
        const auto i = static_cast<std::size_t>(at);
        if (list != nullptr)
            items.items.push_back(list->items[i]);
        else
            letter.append(text->part(letters[i], letters[i + 1] - letters[i]));
        // Steps beyond the size would overflow.
        if (step > size || step < -size) break;
        at += step;
    }
    return list != nullptr ? Value(std::move(items)) : Value(std::move(letter));
}

Value Interpreter::binary(const Expression& expression) {
    const std::string& sign = expression.text;
    Value a = evaluate(expression.parts[0]);
    if (sign == "and") return a.truth() ? evaluate(expression.parts[1]) : a;
    if (sign == "or") return a.truth() ? a : evaluate(expression.parts[1]);
    const Value b = evaluate(expression.parts[1]);
    if (sign == "~") {
        Text text = textOf(a);
        const Text more = textOf(b);
        if (!spend(1, text.bytes.size() + more.bytes.size())) return {};
        text.append(more);
        return text;
    }
    return sign == "+" ? add(a, b) : arithmetic(sign, a, b);
}

}  // namespace hw::model::jinja
