#include "emulator/protocol/http.hpp"

#include <gtest/gtest.h>

namespace mariner::protocol {
namespace {

using HttpProgress = HttpReader::HttpProgress;

int status_of(std::string_view text) {
    HttpReader reader(100);
    return reader.feed(text) == HttpProgress::wrong ? reader.status() : 0;
}

TEST(Http, ReadsARequestHoweverItComes) {
    const std::string text = "PUT /t/file/0 HTTP/1.1\r\nHost: 127.0.0.1:80\r\ncontent-LENGTH:  3 \r\n\r\nabcd";
    for (size_t size = 1; size <= text.size(); ++size) {
        HttpReader reader(100);
        HttpProgress progress = HttpProgress::more;
        for (size_t at = 0; at < text.size() && progress == HttpProgress::more; at += size) {
            progress = reader.feed(std::string_view(text).substr(at, size));
        }
        ASSERT_EQ(progress, HttpProgress::whole) << size;
        EXPECT_EQ(reader.request().method, "PUT");
        EXPECT_EQ(reader.request().target, "/t/file/0");
        EXPECT_EQ(reader.request().field("host"), "127.0.0.1:80");
        EXPECT_EQ(reader.request().body, "abc");
    }
}

TEST(Http, RefusesWhatIsWrittenOtherwise) {
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
    for (const char* const text :
         {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
          "GET x HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
          "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nA: b\nc\r\n\r\n",
          "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
          "GET /\x7f HTTP/1.1\r\n\r\n"}) {
        EXPECT_EQ(status_of(text), 400) << text;
    }
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
    EXPECT_EQ(status_of("PUT / HTTP/1.1\r\nContent-Length: 101\r\n\r\n"), 413);
    EXPECT_EQ(status_of("PUT / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"), 400);
    EXPECT_EQ(status_of("GET /" + std::string(20'000, 'a')), 431);
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: " + std::string(20'000, 'a') + "\r\n\r\n"), 431);
}

TEST(Http, AnswersWithItsLength) {
    const std::string text = http_text({404, "text/plain", "no\n"});
    EXPECT_TRUE(text.starts_with("HTTP/1.1 404 Not Found\r\n"));
    EXPECT_NE(text.find("Content-Length: 3\r\n"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\r\n\r\nno\n"));
}

}  // namespace
}  // namespace mariner::protocol
