// SPDX-License-Identifier: MIT
// Internal parts of model/jinja: runs a parsed template. It can access only its variables, and always ends, because
// steps, produced bytes and nested calls are limited.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "core/problem.h"
#include "model/jinja/ast.h"
#include "model/jinja/value.h"

namespace hw::model::jinja {

struct Scope {
    std::map<std::string, Value, std::less<>> names;
    std::shared_ptr<Scope> outer;
};

/// The limits of a template, from the sizes of the template and of its variables.
struct Budget {
    std::uint64_t steps = 0;
    std::uint64_t bytes = 0;
};

/// After a fault every function returns early, and `problem()` has the first fault.
class Interpreter {
public:
    Interpreter(const Syntax& syntax, Budget budget) : syntax_(syntax), budget_(budget) {}
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    Result<Text> run(std::shared_ptr<Scope> variables);

    Value fail(std::string finding, Code code = Code::badArgument);
    bool failed() const { return problem_.has_value(); }
    /// Takes from the budget. Returns false, with a fault, when it is used up.
    bool spend(std::uint64_t steps, std::uint64_t bytes = 0);

    Value evaluate(NodeId node);
    Value attribute(const Value& of, const std::string& name);
    Value item(const Value& of, const Value& key);
    Value call(const Value& function, Arguments arguments);
    Value filter(const std::string& name, const Value& of, Arguments arguments);
    bool test(const std::string& name, const Value& of, const Arguments& arguments);
    /// The values of a loop: items, keys or letters. Errors: no iterable.
    std::vector<Value> itemsOf(const Value& value);
    Value add(const Value& a, const Value& b);
    /// Python's format % values, with %s, %r, %d, %i and %%.
    Value formatted(const Text& format, const Value& values);
    /// a < b. Errors: types that cannot be compared.
    bool less(const Value& a, const Value& b);
    /// Cleared at the end, so that a namespace that contains itself is released.
    Value makeNamespace(Dict dict);

private:
    enum class Flow : std::uint8_t { on, leave, next };

    Flow execute(const Body& body, Text& out);
    Flow execute(const Statement& statement, Text& out);
    Flow loop(const Statement& statement, Text& out);
    void assign(const Target& target, Value value);
    Value macro(const Statement& statement);
    Value through(NodeId filters, Value value);
    Arguments argumentsOf(const CallArguments& given);

    Value computed(const Expression& expression);
    Value binary(const Expression& expression);
    Value arithmetic(const std::string& sign, const Value& a, const Value& b);
    Value compare(const Expression& expression);
    bool contains(const Value& in, const Value& value);
    Value slice(const Expression& expression);
    const Value* variable(std::string_view name) const;

    const Syntax& syntax_;
    Budget budget_;
    std::shared_ptr<Scope> scope_;
    std::vector<std::shared_ptr<Dict>> namespaces_;
    std::optional<Problem> problem_;
    int line_ = 1;
    int depth_ = 0;
};

/// The method of a value by its name, bound to it; undefined if there is none.
Value methodOf(Interpreter& in, const Value& of, const std::string& name);
/// Adds range, dict, namespace, raise_exception and similar functions.
void addGlobals(Scope& scope);
/// In the format of json.dumps(). A negative `indent` means one line.
std::string jsonOf(Interpreter& in, const Value& value, int indent, bool asAscii, bool sorts,
                   std::string_view comma = ", ", std::string_view colon = ": ", int depth = 0);
}  // namespace hw::model::jinja
