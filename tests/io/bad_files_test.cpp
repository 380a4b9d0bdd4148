// SPDX-License-Identifier: MIT
// Broken files. Each gets the error or the warning that tests/data/bad/INDEX.json requires.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {
namespace {

struct Bad {
    const char* file;
    const char* expect;  // error, warning, error-or-warning, ok
    Code code;           // of the error
    const char* says;    // in the sentence of the error or of one warning
};

constexpr Bad badFiles[] = {
    {"truncated_number.json", "error", Code::truncated,
     "attentions › 1 › 4 › 8 (counting from 1), byte 5 390: The file ends with "
     "5 brackets open."},
    {"truncated_token.json", "error", Code::truncated, "The file ends inside a string"},
    {"ragged_rows.json", "error", Code::ragged,
     "attentions › 2 › 1 › 4 (counting from 1), byte 6 168: This row has 10 values instead of "
     "11."},
    {"token_count.json", "warning", Code::badShape, "Found 10 tokens for matrices 11 wide"},
    {"head_counts.json", "error", Code::ragged,
     "attentions › 2 (counting from 1), byte 5 805: This layer has 3 heads instead of 4."},
    {"not_json.json", "error", Code::notRecognised,
     "not JSON (it begins with \"these are not the attention weights"},
    {"page.json", "error", Code::notRecognised, "This web page (\"404\")"},
    {"empty.json", "error", Code::empty, "0 bytes"},
    {"whitespace.json", "error", Code::empty, "white space"},
    {"overflow_number.json", "warning", Code::badNumber,
     "attentions › 1 › 1 › 1 › 1 (counting from 1), byte 135: A number too large"},
    {"leading_zero.json", "error", Code::badNumber, "\"01\" is not valid JSON"},
    {"invalid_utf8.json", "warning", Code::syntax, "became U+FFFD"},
    {"lone_surrogate.json", "warning", Code::syntax, "1 unreadable character became U+FFFD."},
    {"duplicate_key.json", "warning", Code::syntax, "This key occurs twice"},
    {"huge_dims.json", "error", Code::badShape, "4 000 000 000 000 values, but there are 16"},
    {"negative.json", "warning", Code::badNumber, "2 of 88 rows have negative values"},
    {"row_sums.json", "warning", Code::badNumber,
     "44 of 88 rows do not sum to 1. On average they lack 0.100"},
    {"all_zero.json", "warning", Code::badNumber, "All attention values are 0."},
    {"strings.json", "error", Code::badNumber,
     "attentions › 1 › 1 › 1 › 1 (counting from 1), byte 135: Found a string (\"0.604096\") "
     "instead of a list of numbers."},
    {"bom.json", "ok", Code::syntax, ""},
    {"trailing_comma.json", "error", Code::syntax, "Trailing comma before }."},
    {"header_length.safetensors", "error", Code::syntax,
     "The header claims 1 000 000 000 000 bytes."},
    {"truncated.npz", "error", Code::truncated, "The archive ends before its table of contents."},
    {"crlf.json", "ok", Code::syntax, ""},
    {"comments.json", "error", Code::syntax, "JSON doesn’t allow comments."},
    {"overlap.safetensors", "error", Code::syntax, "does not fit its bytes"},
    {"header_shape.npy", "error", Code::truncated, "more than the file contains"},
    {"number_tokens.json", "warning", Code::badArgument, "The tokens are ids, not strings."},
};

// The expectation in the index, which more than one outcome may satisfy.
bool allowed(const io::Tree& index, std::string_view file, std::string_view outcome) {
    for (const io::NodeId entry : index.children(index.find(io::Tree::root, "files"))) {
        if (index.string(index.find(entry, "file")) != file) continue;
        const std::string_view expect = index.string(index.find(entry, "expect"));
        return expect.find(outcome) != std::string_view::npos;
    }
    return false;
}

}  // namespace

TEST_CASE("Each bad file gets the message that its index asks for, with place and remedy",
          "[bad]") {
    const std::string folder = std::string(HW_TEST_DATA) + "/bad/";
    const auto index = parse(readFile(folder + "INDEX.json"));
    REQUIRE(index.has_value());
    for (const Bad& bad : badFiles) {
        INFO(bad.file);
        CHECK(allowed(*index, bad.file, bad.expect));
        const auto document = open(readFile(folder + bad.file));
        if (std::string_view(bad.expect) == "error") {
            REQUIRE_FALSE(document.has_value());
            INFO(sentence(document.error()));
            CHECK(document.error().code == bad.code);
            CHECK(sentence(document.error()).find(bad.says) != std::string::npos);
            CHECK_FALSE(document.error().remedy.empty());
            continue;
        }
        if (!document) FAIL_CHECK(sentence(document.error()));
        REQUIRE(document.has_value());
        std::string said;
        bool coded = false;
        for (const Problem& warning : document->warnings) {
            said += sentence(warning) + '\n';
            coded = coded || warning.code == bad.code;
            CHECK_FALSE(warning.remedy.empty());
        }
        INFO(said);
        if (std::string_view(bad.expect) == "ok") {
            CHECK(said.empty());
        } else {
            CHECK(coded);
            CHECK(said.find(bad.says) != std::string::npos);
        }
    }
}

TEST_CASE("A hundred thousand brackets are refused without using the stack", "[bad]") {
    const auto document = open(std::string(100'000, '[') + std::string(100'000, ']'));
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().code == Code::tooDeep);
    CHECK(open("{\"a\":" + std::string(100'000, '[')).error().code == Code::tooDeep);
}

TEST_CASE("A compressed bomb is stopped long before it is unpacked", "[bad]") {
    const std::string packed = readFile(std::string(HW_TEST_DATA) + "/bad/bomb.json.gz");
    REQUIRE(packed.size() == 194'491);  // 200 MB when unpacked
    const auto document = open(packed);
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().code == Code::tooLarge);
    CHECK(document.error().finding.find("unpack to more than 64 MB") != std::string::npos);
}

TEST_CASE("Content that is plainly something else is named", "[bad]") {
    const auto finding = [](std::string_view text) {
        const auto document = open(text);
        return document ? std::string("opened") : document.error().finding;
    };
    using namespace std::string_view_literals;
    CHECK(finding("\xFF\xFE{\0\"\0"sv).find("UTF-16") != std::string::npos);
    CHECK(finding("\x89PNG\r\n\x1a\n").find("picture") != std::string::npos);
    CHECK(finding("RIFF\x1a\0\0\0WEBPVP8L"sv).find("picture") != std::string::npos);
    // A beginning alone is no picture, and no reason to read past its end.
    CHECK(finding("RIFF").find("not JSON") != std::string::npos);
    CHECK(finding("%PDF-1.7").find("PDF") != std::string::npos);
    CHECK(finding("\x80\x04\x95").find("pickle") != std::string::npos);
    CHECK(finding("{'tokens': ['a']}").find("a printed Python list") != std::string::npos);
    CHECK(finding("{\"tokens\": None}").find("a printed Python list") != std::string::npos);
    CHECK(finding("{\"a\": 1, \"b\": [2]}").find("keys are: a, b.") != std::string::npos);
    CHECK(finding("[]").find("empty") != std::string::npos);
    CHECK(finding("3").find("no attention") != std::string::npos);
    CHECK(finding("{\"attentions\": 5}").find("No attention weights found") != std::string::npos);
    CHECK(finding("[[0.5,0.5]]").find("self-attention is square") != std::string::npos);
    CHECK(finding("[0.5,0.5]").find("a list of 2 numbers instead of matrices") !=
          std::string::npos);
}

TEST_CASE("An error leaves the object ready for the next file", "[bad]") {
    Opening opening;
    opening.begin("bad", std::nullopt);
    CHECK(opening.push(bytesOf("[1,,")).has_value());  // too short for recognition
    CHECK_FALSE(opening.finish().has_value());
    opening.begin("good", std::nullopt);
    CHECK(opening.push(bytesOf("[[1,0],[0,1]]")).has_value());
    CHECK(opening.finish().has_value());
}

}  // namespace hw::test
