// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "io/tree/number_format.h"
#include "model/jinja/parser.h"

namespace hw::model::jinja {

Target Parser::target() {
    Target made;
    const bool hasBracket = accept("(");
    while (!failed()) {
        std::string name = expectName();
        std::string attribute;
        if (accept(".")) attribute = expectName();
        made.names.emplace_back(std::move(name), std::move(attribute));
        if (!accept(",")) break;
        made.isTuple = true;
        if (peek().kind != Token::Kind::name || isName("in")) break;
    }
    if (hasBracket) expect(")");
    return made;
}

namespace {

using StatementKind = Statement::Kind;

class StatementParser : public Parser {
public:
    using Parser::Parser;

    Result<Syntax> parse() {
        syntax_.body = body({});
        if (!failed() && peek().kind != Token::Kind::end)
            fail(std::string("A tag has no start."_tr));
        if (problem_) return std::unexpected(std::move(*problem_));
        return std::move(syntax_);
    }

private:
    NodeId add(Statement statement) {
        syntax_.statements.push_back(std::move(statement));
        return static_cast<NodeId>(syntax_.statements.size()) - 1;
    }

    void expectEnd(Token::Kind kind) {
        if (failed()) return;
        if (peek().kind != kind)
            return fail(formatText("Unexpected “{}”."_tr, {io::excerpt(peek().text)}));
        take();
    }

    /// Statements up to a tag with one of these names. The name is then the next token.
    Body body(std::initializer_list<std::string_view> ends) {
        Body made;
        const Level level(*this);
        while (!failed()) {
            const Token& next = peek();
            if (next.kind == Token::Kind::end) {
                if (ends.size() > 0) fail(formatText("Missing tag “{}”."_tr, {*(ends.end() - 1)}));
                break;
            }
            if (next.kind == Token::Kind::data) {
                Token token = take();
                made.push_back(add({.kind = StatementKind::data,
                                    .line = token.line,
                                    .text = std::move(token.text)}));
            } else if (next.kind == Token::Kind::variableBegin) {
                const int line = take().line;
                const NodeId of = tuple();
                expectEnd(Token::Kind::variableEnd);
                made.push_back(
                    add({.kind = StatementKind::output, .line = line, .expression = of}));
            } else {
                const int line = take().line;
                if (std::ranges::find(ends, peek().text) != ends.end()) break;
                const NodeId of = statement(line);
                if (of != noNode) made.push_back(of);
            }
        }
        return made;
    }

    /// Parses {% endfor %}, whose name is the next token.
    void end() {
        take();
        expectEnd(Token::Kind::blockEnd);
    }

    Body bodyTo(std::string_view name) {
        expectEnd(Token::Kind::blockEnd);
        Body made = body({name});
        end();
        return made;
    }

    NodeId statement(int line) {
        const std::string name = expectName();
        if (failed()) return noNode;
        Statement made{.line = line};
        if (name == "if") return choice(std::move(made));
        if (name == "for") return loop(std::move(made));
        if (name == "set") return set(std::move(made));
        if (name == "break" || name == "continue") {
            made.kind = name == "break" ? StatementKind::leave : StatementKind::next;
            if (loops_ == 0) fail(formatText("“{}” is outside a loop."_tr, {name}));
            expectEnd(Token::Kind::blockEnd);
        } else if (name == "macro") {
            made.kind = StatementKind::macro;
            made.text = expectName();
            parameters(made);
            apart(made, "endmacro");
        } else if (name == "call") {
            made.kind = StatementKind::callBlock;
            if (isSign("(")) parameters(made);
            made.expression = expression();
            apart(made, "endcall");
        } else if (name == "filter") {
            made.kind = StatementKind::filter;
            made.expression = filters(noNode, true);
            made.body = bodyTo("endfilter");
        } else if (name == "with") {
            made.kind = StatementKind::with;
            while (!failed() && peek().kind == Token::Kind::name) {
                std::string own = take().text;
                expect("=");
                made.parameters.emplace_back(std::move(own), expression());
                if (!accept(",")) break;
            }
            made.body = bodyTo("endwith");
        } else if (name == "generation") {
            made.kind = StatementKind::body;
            made.body = bodyTo("endgeneration");
        } else {
            fail(formatText("Unsupported tag “{}”."_tr, {io::excerpt(name)}), Code::notRecognised);
            return noNode;
        }
        return add(std::move(made));
    }

    /// A body in which break and continue cannot refer to an outer loop.
    void apart(Statement& made, std::string_view name) {
        const int loops = std::exchange(loops_, 0);
        made.body = bodyTo(name);
        loops_ = loops;
    }

    NodeId choice(Statement made) {
        made.kind = StatementKind::choice;
        made.expression = tuple(false);
        expectEnd(Token::Kind::blockEnd);
        made.body = body({"elif", "else", "endif"});
        if (failed()) return noNode;
        const int line = peek().line;
        const std::string name = take().text;
        if (name == "elif") {
            const Level level(*this);
            made.otherwise.push_back(choice({.line = line}));
            return add(std::move(made));
        }
        expectEnd(Token::Kind::blockEnd);
        if (name == "else") {
            made.otherwise = body({"endif"});
            end();
        }
        return add(std::move(made));
    }

    NodeId loop(Statement made) {
        made.kind = StatementKind::loop;
        made.target = target();
        if (!acceptName("in")) fail(formatText("“{}” is missing."_tr, {"in"}));
        made.expression = tuple(false);
        if (acceptName("if")) made.condition = expression();
        if (acceptName("recursive"))
            fail(formatText("Unsupported tag “{}”."_tr, {"for ... recursive"}),
                 Code::notRecognised);
        expectEnd(Token::Kind::blockEnd);
        ++loops_;
        made.body = body({"else", "endfor"});
        --loops_;
        if (failed()) return noNode;
        if (take().text == "else") {
            expectEnd(Token::Kind::blockEnd);
            made.otherwise = body({"endfor"});
            take();
        }
        expectEnd(Token::Kind::blockEnd);
        return add(std::move(made));
    }

    NodeId set(Statement made) {
        made.target = target();
        if (accept("=")) {
            made.kind = StatementKind::set;
            made.expression = tuple();
            expectEnd(Token::Kind::blockEnd);
        } else {
            made.kind = StatementKind::setBlock;
            made.expression = isSign("|") ? filters(noNode) : noNode;
            made.body = bodyTo("endset");
        }
        return add(std::move(made));
    }

    void parameters(Statement& made) {
        expect("(");
        while (!failed() && !isSign(")")) {
            std::string name = expectName();
            const NodeId standard = accept("=") ? expression() : noNode;
            made.parameters.emplace_back(std::move(name), standard);
            if (!accept(",")) break;
        }
        expect(")");
    }

    int loops_ = 0;
};

}  // namespace

Result<Syntax> parse(std::string_view source) {
    auto tokens = lex(source);
    if (!tokens) return std::unexpected(std::move(tokens.error()));
    return StatementParser(std::move(*tokens)).parse();
}

}  // namespace hw::model::jinja
