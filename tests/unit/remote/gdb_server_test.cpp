#include "emulator/remote/gdb_server.hpp"

#include <gtest/gtest.h>

#include "emulator/remote/gdb_registers.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/script_host.hpp"
#include "tests/unit/remote/remote_fixture.hpp"

namespace mariner::remote {
namespace {

/// A conversation without acknowledgements: bodies in, bodies out.
class GdbServerTest : public testing::Test {
protected:
    void start(bool stop_at_end = false, std::string_view source = counting_program) {
        m_server.reset();
        m_session.reset();
        m_image = image_of(source);
        auto session = debugger::Session::create(m_image, m_host);
        ASSERT_TRUE(session) << session.error().message;
        m_session = std::move(*session);
        m_server = std::make_unique<GdbServer>(*m_session, GdbSettings{"/test/count.asm", "ELF image", stop_at_end});
        EXPECT_EQ(say_raw(frame_packet("QStartNoAckMode")), "+" + frame_packet("OK"));
    }
    void SetUp() override { start(); }

    std::string say_raw(std::string_view bytes) {
        m_server->receive(bytes);
        while (m_server->is_running()) {
            m_server->advance();
            m_server->conclude();
        }
        return m_server->take_output();
    }
    /// The replies' bodies, separated by blanks.
    std::string say(std::string_view body) {
        PacketReader reader;
        reader.feed(say_raw(frame_packet(body)));
        std::string all;
        while (const auto event = reader.next()) {
            all += (all.empty() ? "" : " ") + event->body;
        }
        return all;
    }
    /// A stop reply without its registers.
    std::string stop(std::string_view body) {
        std::string reply = say(body);
        const size_t registers = reply.find("1d:");
        const size_t thread = reply.find("thread:");
        return registers < thread && thread != std::string::npos ? reply.erase(registers, thread - registers) : reply;
    }
    u32 pc() const { return m_session->machine().cpu.pc; }

    ProgramImage m_image;
    ScriptHost m_host;
    std::unique_ptr<debugger::Session> m_session;
    std::unique_ptr<GdbServer> m_server;
};

TEST_F(GdbServerTest, BreaksStepsAndGoesBackwards) {
    EXPECT_EQ(stop("?"), "T05thread:1;");
    EXPECT_EQ(say("Z0,40001c,4"), "OK");
    EXPECT_EQ(stop("vCont;c:1"), "T05thread:1;swbreak:;");
    EXPECT_EQ(pc(), 0x40001cU);
    EXPECT_EQ(stop("vCont;s"), "T05thread:1;");
    EXPECT_EQ(pc(), 0x400020U);
    EXPECT_EQ(stop("bs"), "T05thread:1;swbreak:;");
    EXPECT_EQ(pc(), 0x40001cU);
    EXPECT_EQ(say("z0,40001c,4"), "OK");
    EXPECT_EQ(say("z0,40001c,4"), "E0e");
    EXPECT_EQ(stop("bc"), "T05thread:1;replaylog:begin;");
    EXPECT_EQ(pc(), 0x400000U);
    EXPECT_EQ(stop("vCont;r400000,400008"), "T05thread:1;") << "steps until pc has left the range";
    EXPECT_EQ(pc(), 0x40001cU);
    EXPECT_EQ(stop("s400010"), "T05thread:1;");
    EXPECT_EQ(pc(), 0x400014U);
    EXPECT_EQ(say("c"), "W07");
    EXPECT_EQ(m_server->state(), GdbServer::Attachment::over);
}

TEST_F(GdbServerTest, StopsInFrontOfWatchedStoresAndBehindThemWhenGoingBackwards) {
    EXPECT_EQ(say("Z2,10010000,4"), "OK");
    EXPECT_EQ(stop("c"), "T05thread:1;watch:10010000;");
    EXPECT_EQ(pc(), 0x40002cU);
    EXPECT_EQ(say("m10010000,4"), "00000000");
    EXPECT_EQ(stop("c"), "T05thread:1;watch:10010000;") << "the same store isn't reported twice";
    EXPECT_EQ(say("m10010000,4"), "03000000");
    EXPECT_EQ(stop("bc"), "T05thread:1;watch:10010000;");
    EXPECT_EQ(pc(), 0x400030U);
    EXPECT_EQ(say("z2,10010000,4"), "OK");
    EXPECT_EQ(say("Z3,10010000,4"), "OK");
    EXPECT_EQ(stop("c"), "T05thread:1;rwatch:10010000;");
    EXPECT_EQ(pc(), 0x400020U);
}

TEST_F(GdbServerTest, ReadsAndWritesRegistersAndMemory) {
    EXPECT_EQ(say("p1d"), "fcefff7f");
    EXPECT_EQ(say("P8=78563412"), "OK");
    EXPECT_EQ(m_session->machine().cpu.gpr[8], 0x12345678U);
    EXPECT_EQ(say("P0=01000000"), "OK") << "lost, as on a processor";
    EXPECT_EQ(say("p0"), "00000000");
    EXPECT_EQ(say("P46=000080fe"), "OK");
    EXPECT_EQ(m_session->machine().cpu.condition_flags, 0xffU & ~0x00U) << "fcsr's bits 23 and 25 to 31";
    std::string all = say("g");
    ASSERT_EQ(all.size(), size_t{8} * gdb_register_count);
    EXPECT_EQ(all.substr(64, 8), "78563412");
    all.replace(64, 8, "01000000");
    EXPECT_EQ(say("G" + all), "OK");
    EXPECT_EQ(say("p8"), "01000000");
    EXPECT_EQ(say("m10010004,6"), to_hex(std::string_view("count\0", 6)));
    EXPECT_EQ(say("M10010004,2:434f"), "OK");
    EXPECT_EQ(say("X10010006,1:U"), "OK");
    EXPECT_EQ(say("m10010004,3"), to_hex("COU"));
    EXPECT_EQ(say("m400000,4"), "03000824") << "addiu $t0, $zero, 3";
}

TEST_F(GdbServerTest, AnswersWhatIsWrongWithAnError) {
    for (const std::string_view body : {"m20000000,4",
                                        "m7fffffff0,4",
                                        "m,4",
                                        "m10010000",
                                        "M10010000,4:00",
                                        "M10010000,1:0",
                                        "M20000000,1:00",
                                        "X10010000,2:a",
                                        "M400000,4:00000000",
                                        "p49",
                                        "p",
                                        "P8=1234",
                                        "P49=00000000",
                                        "G00",
                                        "Z0,400001,4",
                                        "Z2,0,0",
                                        "Z2,10010000",
                                        "Z0,x,4",
                                        "vCont;q",
                                        "vCont;rx",
                                        "vCont;",
                                        "z2,10010000,4"}) {
        EXPECT_EQ(say(body), "E0e") << body;
    }
    for (const std::string_view body :
         {"Z5,0,4", "Z", "vMustReplyEmpty", "qNothing", "", "vFile:unlink:00", "Z01,0,4"}) {
        EXPECT_EQ(say(body), "") << body;
    }
    EXPECT_EQ(say("qXfer:auxv:read::0,8"), "E00");
    EXPECT_EQ(say("qXfer:features:read:target.xml:fffff,8"), "E01");
    EXPECT_EQ(pc(), 0x400000U);
}

TEST_F(GdbServerTest, ServesDocumentsAndTheElfFileInPieces) {
    EXPECT_NE(say("qSupported:swbreak+").find("ReverseContinue+"), std::string::npos);
    std::string xml;
    for (std::string part = "m"; part[0] == 'm';) {
        std::string request = hex32(static_cast<u32>(xml.size())).substr(2);
        part = say("qXfer:features:read:target.xml:" + request + ",100");
        xml += part.substr(1);
    }
    EXPECT_EQ(xml, gdb_target_description());
    EXPECT_NE(say("qXfer:memory-map:read::0,1000").find("0x10000000"), std::string::npos);
    EXPECT_EQ(say("qXfer:exec-file:read::0,100"), "l/test/count.asm");
    EXPECT_EQ(say("vFile:setfs:0"), "F0");
    EXPECT_EQ(say("vFile:open:" + to_hex("/etc/passwd") + ",0,0"), "F-1,2");
    EXPECT_EQ(say("vFile:open:" + to_hex("/test/count.asm") + ",0,0"), "F3");
    EXPECT_EQ(say("vFile:pread:3,3,1"), "F3;LF ");
    EXPECT_EQ(say("vFile:pread:3,100,ffff"), "F0;");
    EXPECT_EQ(say("vFile:pread:4,1,0"), "F-1,9");
    EXPECT_EQ(say("vFile:fstat:3").size(), 4U + 64);
    EXPECT_EQ(say("vFile:close:3"), "F0");
    EXPECT_NE(from_hex(say("qRcmd," + to_hex("who $t0")))->find("nothing has written"), std::string::npos);
    EXPECT_NE(from_hex(say("qRcmd," + to_hex("help")))->find("stop-at-end"), std::string::npos);
}

TEST_F(GdbServerTest, CanStopAtTheEndAndRunAgain) {
    start(true);
    EXPECT_TRUE(stop("c").starts_with("O")) << "says how it ended";
    EXPECT_EQ(m_server->state(), GdbServer::Attachment::attached);
    EXPECT_EQ(stop("bs"), "T05thread:1;");
    EXPECT_EQ(pc(), 0x400018U);
    EXPECT_EQ(say("!"), "OK");
    EXPECT_TRUE(say("vRun;").starts_with("T05"));
    EXPECT_EQ(pc(), 0x400000U);
    EXPECT_EQ(say("vKill;1"), "OK");
    EXPECT_EQ(say("D"), "OK");
    EXPECT_EQ(m_server->state(), GdbServer::Attachment::detached);
}

TEST_F(GdbServerTest, DoesNothingForWhoDoesNotSpeakTheProtocol) {
    const u32 before = m_session->machine().peek_word(0x10010000).value();
    const std::string packets = frame_packet("M10010000,4:01020304") + frame_packet("c");
    m_server->connect();
    EXPECT_EQ(say_raw("POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n" + packets), "");
    EXPECT_TRUE(m_server->is_foreign());
    EXPECT_EQ(say_raw(packets), "") << "not even behind it";
    m_server->connect();
    EXPECT_EQ(say_raw(frame_packet("QStartNoAckMode") + "\r\n" + packets), "+" + frame_packet("OK"));
    EXPECT_TRUE(m_server->is_foreign());
    m_server->connect();
    EXPECT_FALSE(m_server->is_foreign());
    EXPECT_EQ(say_raw("$qC#b4"), "+$QC1#c5");
    EXPECT_EQ(m_session->machine().peek_word(0x10010000), before);
    EXPECT_EQ(pc(), 0x400000U);
}

TEST_F(GdbServerTest, TurnsCtrlCIntoAStopAndResendsWhatWasDamaged) {
    start(false, "loop: j loop\n");
    m_session->interrupt();
    m_server->receive(frame_packet("c"));
    m_server->advance();
    m_server->conclude();
    EXPECT_TRUE(m_server->is_running()) << "somebody else's interruption isn't GDB's";
    m_server->receive(frame_packet("g") + "\x03");
    EXPECT_FALSE(m_server->is_running());
    EXPECT_TRUE(m_server->take_output().starts_with("$T02"));
    m_server->connect();
    EXPECT_EQ(say_raw("$qC#b4"), "+$QC1#c5");
    EXPECT_EQ(say_raw("---"), "$QC1#c5");
    EXPECT_EQ(say_raw("$qC#b5"), "-");
}

}  // namespace
}  // namespace mariner::remote
