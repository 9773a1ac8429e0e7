#include "emulator/app/studio_site.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "emulator/support/file.hpp"
#include "emulator/support/json_reader.hpp"

namespace mariner::app {
namespace {

namespace fs = std::filesystem;
using protocol::HttpReply;
using protocol::HttpRequest;

class StudioSiteTest : public testing::Test {
protected:
    StudioSiteTest() {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder / "page" / "examples");
        put("page/index.html", "<p>page</p>");
        put("page/examples/hello.asm", "# hello\n");
        put("hw.asm", "main: nop\n");
        put("other.txt", "secret\n");
    }
    ~StudioSiteTest() override { fs::remove_all(m_folder); }

    void put(const std::string& name, std::string_view text) const {
        ASSERT_TRUE(write_file((m_folder / name).string(), text));
    }
    [[nodiscard]] std::string text_of(const std::string& name) const { return *read_file((m_folder / name).string()); }
    static HttpRequest asking(std::string method, const std::string& rest, std::string body = {}) {
        HttpRequest request{std::move(method), "/token/" + rest, {{"host", "127.0.0.1:99"}}, std::move(body)};
        if (request.method != "GET") {
            request.fields.emplace_back("origin", "http://127.0.0.1:99");
        }
        return request;
    }
    HttpReply save(const std::string& stamp, const std::string& text) {
        HttpRequest request = asking("PUT", "files/0", text);
        request.fields.emplace_back("x-stamp", stamp);
        return m_site.answer(request);
    }
    std::string stamp() {
        const Result<JsonValue> list = read_json(m_site.answer(asking("GET", "stamps")).body);
        return std::string((*list)["files"].items().front()["stamp"].text());
    }

    fs::path m_folder = fs::path(testing::TempDir()) / "studio_site_test";
    StudioSite m_site{
        (m_folder / "page").string(), {{"hw.asm", (m_folder / "hw.asm").string()}}, "token", "127.0.0.1:99"};
};

TEST_F(StudioSiteTest, ServesThePageAndTheNamedFilesOnly) {
    StudioSite site((m_folder / "page").string(), {{"hw.asm", (m_folder / "hw.asm").string()}}, "token",
                    "127.0.0.1:99");
    EXPECT_EQ(site.answer(asking("GET", "")).body, "<p>page</p>");
    EXPECT_EQ(site.answer(asking("GET", "?folder")).type, "text/html; charset=utf-8");
    EXPECT_EQ(site.answer(asking("GET", "examples/hello.asm")).body, "# hello\n");
    EXPECT_NE(site.answer(asking("GET", "files")).body.find("main: nop"), std::string::npos);
    for (const char* const name : {"../hw.asm", "examples/../../hw.asm", "hw.asm", "other.txt", "%2e%2e/hw.asm",
                                   "examples", "/etc/passwd", "//etc/passwd"}) {
        EXPECT_EQ(site.answer(asking("GET", name)).status, 404) << name;
    }
    EXPECT_EQ(site.answer(asking("PUT", "files/1")).status, 404);
    EXPECT_EQ(site.answer(asking("PUT", "files/-1")).status, 404);
    EXPECT_EQ(site.answer(asking("DELETE", "files/0")).status, 405);
}

TEST_F(StudioSiteTest, TurnsAwayWhoDoesntKnowTheTokenOrComesFromElsewhere) {
    const auto status = [&](const std::string& target, const std::string& host, const std::string& origin,
                            const std::string& method = "GET", const std::string& site = "") {
        HttpRequest request{method, target, {{"host", host}}};
        if (!origin.empty()) {
            request.fields.emplace_back("origin", origin);
        }
        if (!site.empty()) {
            request.fields.emplace_back("sec-fetch-site", site);
        }
        return m_site.answer(request).status;
    };
    const std::string own = "http://127.0.0.1:99";
    EXPECT_EQ(status("/token/stamps", "127.0.0.1:99", own), 200);
    EXPECT_EQ(status("/token/stamps", "127.0.0.1:99", own, "GET", "same-origin"), 200);
    EXPECT_EQ(status("/token/stamps", "127.0.0.1:99", "", "GET", "cross-site"), 403);
    EXPECT_EQ(status("/tokem/stamps", "127.0.0.1:99", own), 403);
    EXPECT_EQ(status("/toke/stamps", "127.0.0.1:99", own), 403);
    EXPECT_EQ(status("/token2/stamps", "127.0.0.1:99", own), 403);
    EXPECT_EQ(status("/", "127.0.0.1:99", own), 403);
    EXPECT_EQ(status("/token/stamps", "evil.example:99", own), 403);
    EXPECT_EQ(status("/token/stamps", "localhost:99", own), 403);
    EXPECT_EQ(status("/token/stamps", "", own), 403);
    EXPECT_EQ(status("/token/stamps", "127.0.0.1:99", "http://evil.example"), 403);
    EXPECT_EQ(status("/token/stamps", "127.0.0.1:99", "null"), 403);
    EXPECT_EQ(status("/token/files/0", "127.0.0.1:99", "", "PUT"), 403);
    EXPECT_EQ(status("/token/bye", "127.0.0.1:99", "", "POST"), 403);
    EXPECT_FALSE(m_site.presence().has_left);
    HttpRequest visit = asking("GET", "stamps");
    visit.fields.insert(visit.fields.end(), {{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}});
    EXPECT_EQ(m_site.answer(visit).status, 403);  // of a frame, say
    visit.fields.emplace_back("sec-fetch-dest", "document");
    EXPECT_EQ(m_site.answer(visit).status, 200);
}

TEST_F(StudioSiteTest, SavesOverWhatThePageHasSeenAndNothingElse) {
    const std::string first = stamp();
    EXPECT_EQ(save(first, "main: mine\n").status, 200);
    EXPECT_EQ(text_of("hw.asm"), "main: mine\n");
    const HttpReply late = save(first, "main: late\n");
    EXPECT_EQ(late.status, 409);
    EXPECT_NE(late.body.find("main: mine"), std::string::npos);
    const std::string second = stamp();
    put("hw.asm", "main: theirs\n");
    EXPECT_NE(stamp(), second);
    EXPECT_EQ(save(second, "main: mine again\n").status, 409);
    EXPECT_EQ(text_of("hw.asm"), "main: theirs\n");
    EXPECT_EQ(save(stamp(), "").status, 200);
    fs::remove(m_folder / "hw.asm");
    EXPECT_EQ(stamp(), "none");
}

TEST_F(StudioSiteTest, KnowsWhetherThePageHasGone) {
    EXPECT_EQ(m_site.presence().requests, 0U);
    EXPECT_EQ(m_site.answer(asking("POST", "bye")).status, 200);
    EXPECT_TRUE(m_site.presence().has_left);
    EXPECT_EQ(m_site.answer(asking("GET", "stamps")).status, 200);
    EXPECT_FALSE(m_site.presence().has_left);  // it was loaded anew
    EXPECT_EQ(m_site.presence().requests, 2U);
}

TEST_F(StudioSiteTest, OpensFoldersAndFilesUnderNamesThatTellThemApart) {
    fs::create_directories(m_folder / "b");
    put("b/hw.asm", "nop\n");
    put("b/lib.s", "nop\n");
    const std::string folder = (m_folder / "b").string();
    const Result<std::vector<StudioFile>> one = studio_files({folder, folder + "/hw.asm"});
    ASSERT_TRUE(one);
    ASSERT_EQ(one->size(), 2U);
    EXPECT_EQ((*one)[0].name, "hw.asm");
    EXPECT_EQ((*one)[1].name, "lib.s");
    const Result<std::vector<StudioFile>> two = studio_files({(m_folder / "hw.asm").string(), folder});
    ASSERT_TRUE(two);
    EXPECT_NE((*two)[0].name, (*two)[1].name);
    EXPECT_FALSE(studio_files({(m_folder / "none.asm").string()}));
    put("bytes.asm", std::string_view("\xff\xfe", 2));
    EXPECT_FALSE(studio_files({(m_folder / "bytes.asm").string()}));
}

}  // namespace
}  // namespace mariner::app
