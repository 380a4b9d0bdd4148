// SPDX-License-Identifier: MIT
// Saving the open document, and opening it with the saved view.
#include <catch2/catch_test_macros.hpp>

#include "page/shown_page.h"
#include "session/api_state.h"
#include "session/running_page.h"

using namespace hw;
using namespace hw::test;

namespace {

/// All pieces, at the page's requests.
std::string saveAll(Running& page, std::uint32_t ticket) {
    page.session.save(ticket,
                      {"Headwaters 1.2", "https://example.org/", "2026-11-22T18:00:00Z", {}});
    std::string text;
    const std::string head = "application/json\n";
    for (int round = 0; round < 100; ++round) {
        page.deliver();
        REQUIRE(page.host.exports.size() == 1);
        const auto [of, piece] = std::exchange(page.host.exports, {}).front();
        CHECK(of == ticket);
        REQUIRE(piece.starts_with(head));
        if (piece.size() == head.size()) return text;
        text += piece.substr(head.size());
        page.session.saveOn(ticket);
    }
    FAIL("It never ends.");
    return text;
}

constexpr const char* view =
    "v=1&method=flow&layer=2&token=1&preset=no-residual&sort=score&panel=bars";

Running leftBehind() {
    Running page;
    page.openText(threeLayers);
    page.settle();
    page.session.run(Command(ApplyFields{view, false}));
    page.settle();
    return page;
}

}  // namespace

TEST_CASE("a saved analysis opens where it was left", "[app][saved]") {
    Running page = leftBehind();
    const ViewState left = page.session.state().view;
    const std::string text = saveAll(page, 7);
    CHECK(text.find("\"view\":\"" + std::string(view) + '"') != std::string::npos);
    Running other;
    other.openText(text);
    other.settle();
    CHECK(other.session.state().view == left);
    CHECK_FALSE(other.session.state().playback.playing);
    CHECK(other.host.address.find("method=flow&layer=2&token=1") != std::string::npos);
    CHECK(other.session.state().messages.empty());
    CHECK(other.session.state().document->check.back() ==
          CheckLine{"Saved", "by Headwaters 1.2 at https://example.org/, 2026-11-22T18:00:00Z"});
    // Over another open document, in another view, too.
    other.session.run(Command(ApplyFields{"v=1&method=raw&layer=1&token=0", false}));
    other.openText(text, "again.json");
    CHECK(other.session.state().view == left);
}

TEST_CASE("a link that says how it is looked at comes before what the file says", "[app][saved]") {
    Running page = leftBehind();
    const std::string text = saveAll(page, 7);
    Running other;
    other.session.run(Command(
        ApplyFields{"v=1&url=https://example.org/keys.headwaters.json&method=raw&layer=3", true}));
    other.feed(text);
    CHECK(other.session.state().view.method == Method::raw);
    CHECK(other.session.state().view.layer == 2);
    CHECK(other.session.state().view.sort == SortBy::automatic);
    // With only the URL it opens with the saved view.
    Running third;
    third.session.run(
        Command(ApplyFields{"v=1&url=https://example.org/keys.headwaters.json", true}));
    third.feed(text);
    CHECK(third.session.state().view.method == Method::flow);
}

TEST_CASE("of a view that somebody edited, what fits is shown and the rest named", "[app][saved]") {
    Running page = leftBehind();
    std::string text = saveAll(page, 7);
    const std::size_t at = text.find(view);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string(view).size(),
                 "method=raw&layer=77&url=https://evil.example/x&read=half&colors=viridis");
    Running other;
    other.openText(text);
    CHECK(other.session.state().view.method == Method::raw);
    CHECK(other.session.state().view.colormap == Colormap::viridis);
    for (const auto& fetch : other.host.fetches)
        CHECK(fetch.source.kind == DataSource::Kind::local);  // a file sends nobody anywhere
    REQUIRE(other.session.state().messages.size() == 1);
    CHECK(other.session.state().messages[0].problem.finding ==
          "Part of the view doesn’t fit this file or version: layer=77.");
}

TEST_CASE("another opening, or another save, ends one that is under way in words", "[app][saved]") {
    Running page = leftBehind();
    page.session.save(7, {"H", "", "", {}});
    page.deliver();
    page.session.save(8, {"H", "", "", {}});
    page.deliver();
    page.session.saveOn(7);
    REQUIRE(page.host.refusedExports.size() == 1);
    CHECK(page.host.refusedExports[0].first == 7);
    page.openText(threeLayers);
    page.session.saveOn(8);
    REQUIRE(page.host.refusedExports.size() == 2);
    CHECK(page.host.refusedExports[1].first == 8);
}

TEST_CASE("what a paper says of the view states its method and settings", "[app][saved]") {
    Running page = leftBehind();
    const std::string json =
        citationJson(page.session.state(), "https://example.org/", "2026-11-22");
    for (const char* part : {"Attention flow (Abnar and Zuidema, 2020)", "A = 0 I + 1 W",
                             "url     = {https://example.org/}", "@inproceedings{abnar-zuidema"}) {
        INFO(part << " in " << json);
        CHECK(json.find(part) != std::string::npos);
    }
    for (const char* address :
         {"http://127.0.0.1:8080/", "http://localhost/", "http://[::1]:8080/",
          "https://192.168.0.7/", "file:///D:/page.html", "blob:https://example.org/1", ""}) {
        CAPTURE(address);
        CHECK(citationJson(page.session.state(), address, "2026-11-22").find("url ") ==
              std::string::npos);
    }
}

TEST_CASE("a view inside a file has nothing fetched, and offers what would",
          "[app][saved][hostile]") {
    const std::string elsewhere =
        "dataset=https%3A%2F%2Fevil.example%2Fx&row=3&lesson=https%3A%2F%2Fevil.example%2Fl.json&"
        "step=2";
    const std::string named =
        "&url=https%3A%2F%2Fevil.example%2Fd&second=https%3A%2F%2Fevil.example%2Fs&second-read=half"
        "&sample=digit-4&gist=0123&data=abc&local=x.json&less%6fn=https%3A%2F%2Fevil.example%2Fm";
    std::string text = threeLayers;
    text.insert(text.rfind('}'), R"(,"saved":{"program":"p","view":"v=1&method=flow&layer=2&)" +
                                     elsewhere + named + R"("})");
    text.insert(1, R"("format":"headwaters/1",)");
    Running page;
    page.openText(text);
    page.settle();
    const AppState& state = page.session.state();
    REQUIRE(state.document);
    CHECK(state.view.method == Method::flow);
    CHECK(state.view.layer == 1);
    CHECK(state.view.dataSet.empty());
    CHECK(state.view.dataSetRow == -1);
    CHECK(state.view.lesson.empty());
    CHECK(page.host.lessons.empty());
    CHECK(page.host.sought.empty());
    CHECK(page.host.fetches.size() == 1);  // the file itself
    REQUIRE(page.host.dialogs.size() == 1);
    CHECK(page.host.dialogs.front() ==
          "agree-" + elsewhere + "&less%6fn=https%3A%2F%2Fevil.example%2Fm");
    // A user who agrees gets there.
    page.session.run(ApplyFields{elsewhere});
    CHECK(state.view.dataSet == "https://evil.example/x");
    CHECK(page.host.lessons.back() == "https://evil.example/l.json 1");
}

TEST_CASE("a link that says its view takes nothing from the file's", "[app][saved][hostile]") {
    std::string text = threeLayers;
    text.insert(text.rfind('}'),
                R"(,"saved":{"program":"p","view":"v=1&dataset=https%3A%2F%2Fevil.example%2Fx"})");
    text.insert(1, R"("format":"headwaters/1",)");
    Running page;
    page.session.open(GiveFile{1, "own.json", {}, "method=raw"});
    page.feed(text);
    page.settle();
    CHECK(page.session.state().view.method == Method::raw);
    CHECK(page.host.dialogs.empty());
}

TEST_CASE("a file whose engine ends while it is saved is not finished by another engine",
          "[app][saved][hostile]") {
    Running page = leftBehind();
    page.session.save(7, {"Headwaters 1.2", "https://example.org/", "2026-11-22T18:00:00Z", {}});
    page.deliver();
    REQUIRE(page.host.exports.size() == 1);
    page.endEngine();
    page.session.saveOn(7);  // while it is opened again
    REQUIRE(page.host.refusedExports.size() == 1);
    CHECK(page.host.refusedExports[0].second ==
          "The computation crashed. The file is being reopened.");
    page.feed(threeLayers);
    page.settle();
    CHECK_FALSE(page.session.state().isLost);
    page.session.saveOn(7);
    REQUIRE(page.host.refusedExports.size() == 2);
    CHECK(page.host.refusedExports[1].second == "The computation crashed while saving.");
    CHECK(page.host.exports.size() == 1);
    page.host.exports.clear();
    CHECK(saveAll(page, 8).ends_with("}"));  // again, and whole
}
