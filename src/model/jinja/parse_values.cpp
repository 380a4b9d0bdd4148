// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "model/jinja/parser.h"

namespace hw::model::jinja {

using ExpressionKind = Expression::Kind;

NodeId Parser::primary() {
    if (failed()) return noNode;
    const Token token = peek();
    if (token.kind == Token::Kind::name) {
        take();
        const std::string& name = token.text;
        if (name == "true" || name == "True") return constant(true);
        if (name == "false" || name == "False") return constant(false);
        if (name == "none" || name == "None") return constant(None{});
        return add({.kind = ExpressionKind::name, .text = name});
    }
    if (token.kind == Token::Kind::string) {
        std::string text;
        while (peek().kind == Token::Kind::string) text += take().text;
        return constant(std::move(text));
    }
    if (token.kind == Token::Kind::integer || token.kind == Token::Kind::real) {
        take();
        const char* const end = token.text.data() + token.text.size();
        std::int64_t whole = 0;
        if (token.kind == Token::Kind::real) {
            if (const auto real = realOf(token.text); real && std::isfinite(*real))
                return constant(*real);
        } else if (std::from_chars(token.text.data(), end, whole).ptr == end &&
                   std::from_chars(token.text.data(), end, whole).ec == std::errc()) {
            return constant(whole);
        }
        fail(std::string("The number is too large."_tr));
        return noNode;
    }
    if (accept("(")) {
        if (accept(")")) return add({.kind = ExpressionKind::tuple});
        const NodeId node = tuple();
        expect(")");
        return node;
    }
    if (accept("[")) return list("]", ExpressionKind::list);
    if (accept("{")) return dict();
    fail(std::string("A value is missing."_tr));
    return noNode;
}

NodeId Parser::list(std::string_view end, ExpressionKind kind) {
    Expression made{.kind = kind};
    while (!failed() && !isSign(end)) {
        made.parts.push_back(expression());
        if (!accept(",")) break;
    }
    expect(end);
    return add(std::move(made));
}

NodeId Parser::dict() {
    Expression made{.kind = ExpressionKind::dict};
    while (!failed() && !isSign("}")) {
        made.parts.push_back(expression());
        expect(":");
        made.parts.push_back(expression());
        if (!accept(",")) break;
    }
    expect("}");
    return add(std::move(made));
}

NodeId Parser::subscript(NodeId node) {
    std::array<NodeId, 3> bounds{noNode, noNode, noNode};
    std::size_t at = 0;
    bool isSlice = false;
    while (!failed() && !isSign("]")) {
        if (accept(":")) {
            isSlice = true;
            if (++at > 2) fail(std::string("A slice has too many parts."_tr));
        } else if (bounds[std::min<std::size_t>(at, 2)] == noNode) {
            bounds[std::min<std::size_t>(at, 2)] = tuple();
        } else {
            break;
        }
    }
    expect("]");
    if (isSlice)
        return add(
            {.kind = ExpressionKind::slice, .parts = {node, bounds[0], bounds[1], bounds[2]}});
    if (bounds[0] == noNode) fail(std::string("A value is missing."_tr));
    return add({.kind = ExpressionKind::item, .parts = {node, bounds[0]}});
}

CallArguments Parser::arguments() {
    CallArguments made;
    expect("(");
    while (!failed() && !isSign(")")) {
        if (isSign("*") || isSign("**")) {
            fail(std::string("Unsupported list arguments (“*”)."_tr), Code::notRecognised);
            break;
        }
        if (peek().kind == Token::Kind::name && peek(1).kind == Token::Kind::sign &&
            peek(1).text == "=") {
            std::string name = take().text;
            take();
            made.named.emplace_back(std::move(name), expression());
        } else {
            made.values.push_back(expression());
        }
        if (!accept(",")) break;
    }
    expect(")");
    return made;
}

}  // namespace hw::model::jinja
