// SPDX-License-Identifier: MIT
#include "core/localized_text.h"

#include <catch2/catch_test_macros.hpp>

using namespace hw;

namespace {

/// German for the length of a test. Adds a third form, for 2, that German does not have.
class Spoken {
public:
    explicit Spoken(std::vector<std::string> texts) {
        std::string forms(1000, '1');
        forms[1] = '0';
        forms[2] = forms[902] = '2';
        texts.insert(texts.begin(), {",", forms});
        setLanguage(std::move(texts));
    }
    ~Spoken() { setLanguage({}); }
};

}  // namespace

TEST_CASE("a text is itself in English, and its translation where there is one", "[words]") {
    constexpr LocalizedText raw = "Raw attention"_tr;
    CHECK(std::string(raw) == "Raw attention");
    {
        const Spoken german({"Raw attention", "Rohe Attention"});
        CHECK(std::string_view(raw) == "Rohe Attention");
        CHECK(raw.english() == "Raw attention");
        CHECK(raw == "Raw attention"_tr);
        CHECK(std::string("Rollout"_tr) == "Rollout");
        CHECK(translated("Raw attention") == "Rohe Attention");
    }
    CHECK(std::string(raw) == "Raw attention");
    CHECK(LocalizedText().empty());
}

TEST_CASE("places take their parts in order, or by number", "[words]") {
    CHECK(formatText("Heads: {} of {}"_tr, {3, std::string("8")}) == "Heads: 3 of 8");
    CHECK(formatText("{2} before {1}"_tr, {"a", "b"}) == "b before a");
    CHECK(formatText("an object {...} and {}"_tr, {-1}) == "an object {...} and -1");
    CHECK(formatText("{} and {}"_tr, {"alone"}) == "alone and {}");
    CHECK(formatText("{}"_tr, {"{}"}) == "{}");
    CHECK(formatText("{"_tr, {}) == "{");
    const Spoken german({"Heads: {} of {}", "{2} Köpfe, davon {1}"});
    CHECK(formatText("Heads: {} of {}"_tr, {3, 8}) == "8 Köpfe, davon 3");
}

TEST_CASE("a count takes its form", "[words]") {
    CHECK(pluralText(1, "{} layer|{} layers"_tr) == "1 layer");
    CHECK(pluralText(0, "{} layer|{} layers"_tr) == "0 layers");
    CHECK(sayCount(2, "{} path carries {}|{} paths carry {}"_tr, {2, ".5"}) == "2 paths carry .5");
    CHECK(pluralText(5, "{} of all"_tr) == "5 of all");
    const Spoken german({"{} layer|{} layers", "{} Schicht|{} Schichten|{} beide Schichten"});
    CHECK(pluralText(1, "{} layer|{} layers"_tr) == "1 Schicht");
    CHECK(pluralText(2, "{} layer|{} layers"_tr) == "2 beide Schichten");
    CHECK(pluralText(999, "{} layer|{} layers"_tr) == "999 Schichten");
    CHECK(pluralText(1001, "{} layer|{} layers"_tr) == "1001 Schichten");
    CHECK(pluralText(1002, "{} layer|{} layers"_tr) == "1002 beide Schichten");
}

TEST_CASE("decimals are written as the language has them", "[words]") {
    CHECK(inLanguage("0.25") == "0.25");
    const Spoken german({});
    CHECK(inLanguage("0.25") == "0,25");
    CHECK(inLanguage("12") == "12");
}

TEST_CASE("what programs read is English in every language", "[words]") {
    const Spoken german({"{} layer|{} layers", "{} Schicht|{} Schichten|{} Schichten"});
    {
        const InEnglish program;
        CHECK(pluralText(2, "{} layer|{} layers"_tr) == "2 layers");
        CHECK(inLanguage("0.25") == "0.25");
    }
    CHECK(pluralText(2, "{} layer|{} layers"_tr) == "2 Schichten");
    CHECK(inLanguage("0.25") == "0,25");
}
