// SPDX-License-Identifier: MIT
// Internal parts of model/jinja: the tokens of a template, and the expressions in them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "model/jinja/ast.h"
#include "model/jinja/lex.h"

namespace hw::model::jinja {

/// After a fault every function returns noNode or nothing, and `problem` has the first fault.
class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    const Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    Token take();
    bool isSign(std::string_view sign) const;
    bool isName(std::string_view name) const;
    bool accept(std::string_view sign);
    bool acceptName(std::string_view name);
    void expect(std::string_view sign);
    std::string expectName();
    void fail(std::string finding, Code code = Code::syntax);
    bool failed() const { return problem_.has_value(); }

    /// An expression, including a choice (a if b else c) unless `choices` is false.
    NodeId expression(bool choices = true);
    /// Expressions separated by commas are a tuple.
    NodeId tuple(bool choices = true);
    /// Parses `| upper | trim` after an expression, or after noNode for a block. If `isOpen`, the first bar is missing.
    NodeId filters(NodeId of, bool isOpen = false);
    Target target();

    std::optional<Problem> problem_;
    Syntax syntax_;

protected:
    /// One level of nesting during its lifetime.
    class Level {
    public:
        explicit Level(Parser& parser);
        ~Level() { --parser_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Parser& parser_;
    };

private:
    NodeId add(Expression expression);
    NodeId binary(int level);
    NodeId comparison();
    NodeId unary(bool withFilters = true);
    NodeId primary();
    NodeId postfix(NodeId node);
    NodeId filtersAndTests(NodeId node);
    NodeId test(NodeId node);
    NodeId subscript(NodeId node);
    NodeId list(std::string_view end, Expression::Kind kind);
    NodeId dict();
    NodeId constant(Value value);
    CallArguments arguments();

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace hw::model::jinja
