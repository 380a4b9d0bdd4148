// SPDX-License-Identifier: MIT
// The grammar and the precedence of jinja2/parser.py, version 3.1.
#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "io/tree/number_format.h"
#include "model/jinja/parser.h"

namespace hw::model::jinja {

using ExpressionKind = Expression::Kind;

Parser::Level::Level(Parser& parser) : parser_(parser) {
    // Maximum number of levels. An expression in brackets takes three: expression(), comparison() and unary().
    constexpr int most = 60;
    if (++parser_.depth_ > 3 * most)
        parser_.fail(formatText("The template is nested more than {} levels deep."_tr, {most}),
                     Code::tooDeep);
}

Token Parser::take() {
    Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}

bool Parser::isSign(std::string_view sign) const {
    return peek().kind == Token::Kind::sign && peek().text == sign;
}

bool Parser::isName(std::string_view name) const {
    return peek().kind == Token::Kind::name && peek().text == name;
}

bool Parser::accept(std::string_view sign) { return isSign(sign) && (take(), true); }
bool Parser::acceptName(std::string_view name) { return isName(name) && (take(), true); }

void Parser::expect(std::string_view sign) {
    if (!accept(sign)) fail(formatText("“{}” is missing."_tr, {sign}));
}

std::string Parser::expectName() {
    if (peek().kind == Token::Kind::name) return take().text;
    fail(std::string("A name is missing."_tr));
    return {};
}

void Parser::fail(std::string finding, Code code) {
    if (!problem_) problem_ = templateProblem(code, peek().line, std::move(finding));
    at_ = tokens_.size() - 1;
}

NodeId Parser::add(Expression expression) {
    if (failed()) return noNode;
    if (expression.line == 1) expression.line = peek().line;
    syntax_.expressions.push_back(std::move(expression));
    return static_cast<NodeId>(syntax_.expressions.size()) - 1;
}

NodeId Parser::constant(Value value) {
    return add({.kind = ExpressionKind::constant, .value = std::move(value)});
}

NodeId Parser::expression(bool choices) {
    const Level level(*this);
    NodeId node = binary(0);
    while (choices && !failed() && acceptName("if")) {
        const NodeId condition = binary(0);
        const NodeId otherwise = acceptName("else") ? expression() : noNode;
        node = add({.kind = ExpressionKind::choice, .parts = {node, condition, otherwise}});
    }
    return node;
}

NodeId Parser::tuple(bool choices) {
    std::vector<NodeId> parts{expression(choices)};
    if (!isSign(",")) return parts.front();
    while (!failed() && accept(",")) {
        const Token::Kind next = peek().kind;
        if (next == Token::Kind::blockEnd || next == Token::Kind::variableEnd || isSign(")") ||
            isSign("=") || isName("in"))
            break;
        parts.push_back(expression(choices));
    }
    return add({.kind = ExpressionKind::tuple, .parts = std::move(parts)});
}

namespace {

/// Operators of a level are left-associative, and later levels bind more tightly. `not` and comparisons come between
/// `and` and `+`.
constexpr std::array<std::array<std::string_view, 4>, 6> levels{{
    {"or"},
    {"and"},
    {"+", "-"},
    {"~"},
    {"*", "/", "//", "%"},
    {"**"},
}};

constexpr std::array<std::string_view, 7> comparisons{"==", "!=", "<=", ">=", "<", ">", "in"};

}  // namespace

NodeId Parser::binary(int level) {
    if (level == 2) return comparison();
    // comparison() enters level 2 of the table, as level 3 here.
    const auto row = static_cast<std::size_t>(level > 2 ? level - 1 : level);
    if (row >= levels.size()) return unary();
    NodeId node = binary(level + 1);
    int length = 0;
    while (!failed()) {
        const auto& names = levels[row];
        const bool isWord = level < 2;
        const Token& next = peek();
        if (next.kind != (isWord ? Token::Kind::name : Token::Kind::sign) ||
            std::ranges::find(names, next.text) == names.end())
            break;
        constexpr int most = 200;
        if (++length > most) {
            fail(formatText("An expression has more than {} parts."_tr, {most}), Code::tooLarge);
            break;
        }
        const std::string text = take().text;
        const NodeId right = binary(level + 1);
        node = add({.kind = ExpressionKind::binary, .text = text, .parts = {node, right}});
    }
    return node;
}

NodeId Parser::comparison() {
    const Level level(*this);
    if (acceptName("not")) {
        const NodeId of = comparison();
        return add({.kind = ExpressionKind::unary, .text = "not", .parts = {of}});
    }
    Expression made{.kind = ExpressionKind::compare, .parts = {binary(3)}};
    while (!failed()) {
        std::string text;
        if (isName("not") && peek(1).kind == Token::Kind::name && peek(1).text == "in") {
            take();
            take();
            text = "not in";
        } else if (std::ranges::find(comparisons, peek().text) != comparisons.end() &&
                   (peek().kind == Token::Kind::sign || isName("in"))) {
            text = take().text;
        } else {
            break;
        }
        made.operators.push_back(text);
        made.parts.push_back(binary(3));
    }
    return made.operators.empty() ? made.parts.front() : add(std::move(made));
}

NodeId Parser::unary(bool withFilters) {
    const Level level(*this);
    NodeId node = noNode;
    if (isSign("-") || isSign("+")) {
        const std::string text = take().text;
        const NodeId of = unary(false);
        node = add({.kind = ExpressionKind::unary, .text = text, .parts = {of}});
    } else {
        node = postfix(primary());
    }
    return withFilters ? filtersAndTests(node) : node;
}

NodeId Parser::postfix(NodeId node) {
    for (int length = 0; !failed(); ++length) {
        if (length > 60) fail(std::string("An expression is too long."_tr), Code::tooLarge);
        if (accept(".")) {
            const bool isNumber = peek().kind == Token::Kind::integer;
            if (!isNumber && peek().kind != Token::Kind::name) {
                fail(std::string("A name is missing."_tr));
                return noNode;
            }
            const std::string text = take().text;
            if (!isNumber) {
                node = add({.kind = ExpressionKind::attribute, .text = text, .parts = {node}});
                continue;
            }
            std::int64_t index = 0;
            std::from_chars(text.data(), text.data() + text.size(), index);
            const NodeId at = constant(index);
            node = add({.kind = ExpressionKind::item, .parts = {node, at}});
        } else if (accept("[")) {
            node = subscript(node);
        } else if (isSign("(")) {
            CallArguments given = arguments();
            node =
                add({.kind = ExpressionKind::call, .parts = {node}, .arguments = std::move(given)});
        } else {
            break;
        }
    }
    return node;
}

NodeId Parser::filtersAndTests(NodeId node) {
    while (!failed()) {
        if (isSign("|")) {
            node = filters(node);
        } else if (acceptName("is")) {
            node = test(node);
        } else if (isSign("(")) {
            CallArguments given = arguments();
            node =
                add({.kind = ExpressionKind::call, .parts = {node}, .arguments = std::move(given)});
        } else {
            break;
        }
    }
    return node;
}

NodeId Parser::filters(NodeId node, bool isOpen) {
    for (int length = 0; !failed() && (std::exchange(isOpen, false) || accept("|")); ++length) {
        if (length > 60) fail(std::string("An expression is too long."_tr), Code::tooLarge);
        Expression made{.kind = ExpressionKind::filter, .text = expectName(), .parts = {node}};
        if (isSign("(")) made.arguments = arguments();
        node = add(std::move(made));
    }
    return node;
}

NodeId Parser::test(NodeId node) {
    const bool isNegated = acceptName("not");
    Expression made{.kind = ExpressionKind::test, .text = expectName(), .parts = {node}};
    const Token::Kind next = peek().kind;
    if (isSign("(")) {
        made.arguments = arguments();
    } else if ((next == Token::Kind::name || next == Token::Kind::string ||
                next == Token::Kind::integer || next == Token::Kind::real || isSign("[") ||
                isSign("{")) &&
               !isName("else") && !isName("or") && !isName("and")) {
        if (isName("is")) {
            fail(std::string("There are two tests in a row."_tr));
            return noNode;
        }
        made.arguments.values.push_back(postfix(primary()));
    }
    const NodeId tested = add(std::move(made));
    return isNegated ? add({.kind = ExpressionKind::unary, .text = "not", .parts = {tested}})
                     : tested;
}

}  // namespace hw::model::jinja
