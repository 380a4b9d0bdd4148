// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"

namespace hw::model::jinja {

using StatementKind = Statement::Kind;

Interpreter::~Interpreter() {
    for (const auto& one : namespaces_) one->entries.clear();
}

Value Interpreter::makeNamespace(Dict dict) {
    dict.isNamespace = true;
    namespaces_.push_back(std::make_shared<Dict>(std::move(dict)));
    return namespaces_.back();
}

Result<Text> Interpreter::run(std::shared_ptr<Scope> variables) {
    scope_ = std::move(variables);
    Text out;
    execute(syntax_.body, out);
    if (problem_) return std::unexpected(*problem_);
    return out;
}

Value Interpreter::call(const Value& function, Arguments arguments) {
    if (failed()) return {};
    if (const auto* missing = std::get_if<Undefined>(&function.data))
        return fail(formatText("“{}” is not defined."_tr, {io::excerpt(missing->name)}));
    const Function* known = function.function();
    if (known == nullptr) return fail(formatText("{} can’t be called."_tr, {typeName(function)}));
    return known->call(*this, std::move(arguments));
}

Interpreter::Flow Interpreter::execute(const Body& body, Text& out) {
    for (const NodeId node : body) {
        if (!spend(1)) return Flow::leave;
        const Statement& statement = syntax_.statements[static_cast<std::size_t>(node)];
        line_ = statement.line;
        ++depth_;
        const Flow flow = execute(statement, out);
        --depth_;
        if (flow != Flow::on || failed()) return flow;
    }
    return Flow::on;
}

Value Interpreter::through(NodeId filters, Value value) {
    if (filters == noNode) return value;
    const Expression& row = syntax_.expressions[static_cast<std::size_t>(filters)];
    return filter(row.text, through(row.parts[0], std::move(value)), argumentsOf(row.arguments));
}

Interpreter::Flow Interpreter::execute(const Statement& statement, Text& out) {
    const auto write = [&](const Text& text) {
        if (spend(0, text.bytes.size())) out.append(text);
    };
    switch (statement.kind) {
        case StatementKind::data: write({statement.text, {}}); break;
        case StatementKind::output: {
            const Value value = evaluate(statement.expression);
            const Dict* dict = value.dict();
            // Python would print an address in memory.
            if (value.function() != nullptr || (dict != nullptr && dict->isNamespace))
                fail(formatText("{} can’t be printed."_tr, {typeName(value)}), Code::notRecognised);
            else
                write(textOf(value));
            break;
        }
        case StatementKind::choice:
            return execute(
                evaluate(statement.expression).truth() ? statement.body : statement.otherwise, out);
        case StatementKind::loop: return loop(statement, out);
        case StatementKind::set: assign(statement.target, evaluate(statement.expression)); break;
        case StatementKind::setBlock:
        case StatementKind::filter: {
            Text inner;
            const Flow flow = execute(statement.body, inner);
            if (flow != Flow::on) return flow;
            Value value = through(statement.expression, std::move(inner));
            if (statement.kind == StatementKind::filter)
                write(textOf(value));
            else
                assign(statement.target, std::move(value));
            break;
        }
        case StatementKind::macro:
            if (Value made = macro(statement); !failed())
                scope_->names[statement.text] = std::move(made);
            break;
        case StatementKind::callBlock: {
            const Expression& row =
                syntax_.expressions[static_cast<std::size_t>(statement.expression)];
            if (row.kind != Expression::Kind::call) {
                fail(std::string("A call block has no call."_tr));
                break;
            }
            Arguments given = argumentsOf(row.arguments);
            given.named.emplace_back("caller", macro(statement));
            write(textOf(call(evaluate(row.parts[0]), std::move(given))));
            break;
        }
        case StatementKind::with: {
            auto own = std::make_shared<Scope>(Scope{.names = {}, .outer = scope_});
            for (const auto& [name, node] : statement.parameters) own->names[name] = evaluate(node);
            std::swap(scope_, own);
            const Flow flow = execute(statement.body, out);
            scope_ = std::move(own);
            return flow;
        }
        case StatementKind::body: return execute(statement.body, out);
        case StatementKind::leave: return Flow::leave;
        case StatementKind::next: return Flow::next;
    }
    return failed() ? Flow::leave : Flow::on;
}

void Interpreter::assign(const Target& target, Value value) {
    std::vector<Value> values;
    if (target.isTuple)
        values = itemsOf(value);
    else
        values.push_back(std::move(value));
    if (failed()) return;
    if (values.size() != target.names.size()) {
        fail(std::string("The numbers of names and values differ."_tr));
        return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& [name, attribute] = target.names[i];
        if (attribute.empty()) {
            scope_->names[name] = std::move(values[i]);
            continue;
        }
        const Value* own = variable(name);
        Dict* dict = own == nullptr ? nullptr : own->dict();
        if (dict == nullptr || !dict->isNamespace) {
            fail(formatText("“{}” is not a namespace."_tr, {io::excerpt(name)}));
            return;
        }
        if (spend(dict->entries.size())) dict->set(attribute, std::move(values[i]));
    }
}

Interpreter::Flow Interpreter::loop(const Statement& statement, Text& out) {
    std::vector<Value> items = itemsOf(evaluate(statement.expression));
    const std::shared_ptr<Scope> outer = scope_;
    const auto within = [&] {
        scope_ = std::make_shared<Scope>(Scope{.names = {}, .outer = outer});
    };
    if (statement.condition != noNode) {
        std::vector<Value> kept;
        for (Value& one : items) {
            within();
            assign(statement.target, one);
            if (evaluate(statement.condition).truth()) kept.push_back(std::move(one));
            if (failed()) break;
        }
        items = std::move(kept);
    }
    Flow flow = Flow::on;
    const auto size = static_cast<std::int64_t>(items.size());
    auto last = std::make_shared<Value>();
    for (std::int64_t i = 0; i < size && !failed() && flow != Flow::leave; ++i) {
        within();
        const auto at = static_cast<std::size_t>(i);
        Dict about{.isNamespace = true};
        about.entries = {
            {"index", i + 1},
            {"index0", i},
            {"revindex", size - i},
            {"revindex0", size - i - 1},
            {"first", i == 0},
            {"last", i + 1 == size},
            {"length", size},
            {"depth", std::int64_t{1}},
            {"depth0", std::int64_t{0}},
            {"previtem", i > 0 ? items[at - 1] : Value(Undefined{"loop.previtem"})},
            {"nextitem", i + 1 < size ? items[at + 1] : Value(Undefined{"loop.nextitem"})},
            {"cycle",
             functionOf("cycle",
                        [i](Interpreter& in, Arguments given) {
                            if (given.values.empty())
                                return in.fail(std::string("A value is missing."_tr));
                            return given.values[static_cast<std::size_t>(i) % given.values.size()];
                        })},
            {"changed", functionOf("changed", [last](Interpreter&, Arguments given) -> Value {
                 Value now = List{.items = std::move(given.values), .isTuple = true};
                 const bool isChanged = !equal(*last, now);
                 *last = std::move(now);
                 return isChanged;
             })}};
        if (!spend(2, 512)) break;
        scope_->names["loop"] = std::move(about);
        assign(statement.target, items[at]);
        flow = execute(statement.body, out);
    }
    scope_ = outer;
    if (size == 0) return execute(statement.otherwise, out);
    return failed() ? Flow::leave : Flow::on;
}

Value Interpreter::macro(const Statement& statement) {
    // Weak: a scope holds its macros.
    return functionOf(
        statement.text,
        [&statement, home = std::weak_ptr(scope_)](Interpreter& in, Arguments given) -> Value {
            if (in.depth_ > 200)
                return in.fail(std::string("Macros are nested too deeply."_tr), Code::tooDeep);
            if (given.values.size() > statement.parameters.size())
                return in.fail(std::string("A macro gets too many arguments."_tr));
            std::shared_ptr<Scope> outer = home.lock();
            if (outer == nullptr)
                return in.fail(std::string("The macro is called outside its block."_tr));
            const std::shared_ptr<Scope> caller = in.scope_;
            in.scope_ = std::make_shared<Scope>(Scope{.names = {}, .outer = std::move(outer)});
            for (std::size_t i = 0; i < statement.parameters.size(); ++i) {
                const auto& [name, standard] = statement.parameters[i];
                const Value* value = given.get(i, name);
                // A default may name the parameters before it.
                Value own = value != nullptr     ? *value
                            : standard != noNode ? in.evaluate(standard)
                                                 : Value(Undefined{name});
                in.scope_->names[name] = std::move(own);
            }
            if (const Value* block = given.get(given.values.size(), "caller"))
                in.scope_->names["caller"] = *block;
            Text out;
            in.depth_ += 4;
            in.execute(statement.body, out);
            in.depth_ -= 4;
            in.scope_ = caller;
            return out;
        });
}

}  // namespace hw::model::jinja
