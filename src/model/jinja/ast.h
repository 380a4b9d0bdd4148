// SPDX-License-Identifier: MIT
// A parsed template: expressions and statements in two lists, which refer to each other by index.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/jinja/value.h"

namespace hw::model::jinja {

using NodeId = int;
inline constexpr NodeId noNode = -1;

struct CallArguments {
    std::vector<NodeId> values;
    std::vector<std::pair<std::string, NodeId>> named;
};

// g++ asks for initialisers of members that designated initialisers leave out.
// NOLINTBEGIN(readability-redundant-member-init)
struct Expression {
    enum class Kind : std::uint8_t {
        constant,   ///< value
        name,       ///< text
        list,       ///< parts
        tuple,      ///< parts
        dict,       ///< parts: key, value, key, value ...
        attribute,  ///< parts[0] . text
        item,       ///< parts[0] [ parts[1] ]
        slice,      ///< parts[0] [ parts[1] : parts[2] : parts[3] ], each bound may be noNode
        call,       ///< parts[0] ( arguments )
        filter,     ///< parts[0] | text ( arguments ); parts[0] is noNode in a filter block
        test,       ///< parts[0] is text ( arguments )
        unary,      ///< text: not, -, +
        binary,     ///< text: and, or, +, -, *, /, //, %, **, ~
        compare,    ///< parts[0] operators[0] parts[1] operators[1] ...
        choice,     ///< parts[0] if parts[1] else parts[2], which may be noNode
    };
    Kind kind = Kind::constant;
    int line = 1;
    std::string text{};
    Value value{};
    std::vector<NodeId> parts{};
    std::vector<std::string> operators{};
    CallArguments arguments{};
};

using Body = std::vector<NodeId>;

/// A name, an attribute of a namespace (name.attribute), or several of them.
struct Target {
    std::vector<std::pair<std::string, std::string>> names;  ///< name and attribute, or ""
    bool isTuple = false;
};

struct Statement {
    enum class Kind : std::uint8_t {
        data,       ///< text
        output,     ///< expression
        choice,     ///< if: expression, body, otherwise
        loop,       ///< for target in expression if condition: body, else otherwise
        set,        ///< target = expression
        setBlock,   ///< target = body, through the filters of `expression`
        macro,      ///< text, parameters, body
        callBlock,  ///< call (parameters) expression: body
        filter,     ///< body through the filters of `expression`
        with,       ///< parameters: body in its own scope
        body,       ///< generation: its body
        leave,      ///< break
        next,       ///< continue
    };
    Kind kind = Kind::data;
    int line = 1;
    std::string text{};
    NodeId expression = noNode;
    NodeId condition = noNode;
    Target target{};
    /// Names and defaults (macro, callBlock) or values (with).
    std::vector<std::pair<std::string, NodeId>> parameters{};
    Body body{};
    Body otherwise{};
};

// NOLINTEND(readability-redundant-member-init)

struct Syntax {
    std::vector<Expression> expressions;
    std::vector<Statement> statements;
    Body body;
};

/// Errors: syntax, tooDeep (nested more than 60 levels), notRecognised (a tag that needs other files). O(source).
Result<Syntax> parse(std::string_view source);

}  // namespace hw::model::jinja
