#include "emulator/assembler/render.hpp"

#include <algorithm>

#include "emulator/support/json_reader.hpp"
#include "tests/unit/assembler/assemble.hpp"

namespace mariner {
namespace {

using test::assemble_text;

std::string people(std::string text, bool colour = false) {
    return people_report(assemble_text(std::move(text)).diagnostics, {colour, true});
}

TEST(PeopleReport, UnderlinesThePlaceAndGivesAHint) {
    EXPECT_EQ(people("nop\n\tadi $t0, $t1, 5\n"),
              "a.asm:2:2: error: `adi` is no instruction and no macro\n"
              "    2 | \tadi $t0, $t1, 5\n"
              "      | \t^~~\n"
              "      hint: did you mean `addi`?\n");
}

TEST(PeopleReport, TellsTheMacroCallsThatLedThere) {
    EXPECT_EQ(people(".macro in %x\nfoo %x\n.end_macro\n.macro out\nin 1\n.end_macro\nout\n"),
              "a.asm:2:1: error: `foo` is no instruction and no macro\n"
              "    2 | foo 1\n"
              "      | ^~~\n"
              "      in the macro called in line 7, from there in line 5\n");
}

TEST(PeopleReport, SaysALexicalErrorOnce) {
    const Assembly assembly = assemble_text("li $t0, 0b101\n");
    EXPECT_EQ(people_report(assembly.diagnostics, {}),
              "a.asm:1:9: error: `0b101` is no instruction, name, register, number or string\n"
              "    1 | li $t0, 0b101\n"
              "      |         ^~~~~\n"
              "      hint: there is no binary notation: write `0x5`\n");
    EXPECT_EQ(mars_report(assembly.diagnostics),
              "Error in a.asm line 1 column 9: li $t0, 0b101\nInvalid language element: 0b101\n"
              "Error in a.asm line 1 column 9: li $t0, 0b101\nInvalid language element: 0b101\n");
}

TEST(PeopleReport, CountsColumnsLikeMarsButUnderlinesCharacters) {
    EXPECT_EQ(people(".data\n.ascii \"\xF0\x9F\x98\x80\", x\n"),
              "a.asm:2:14: error: `x` is no string\n"
              "    2 | .ascii \"\xF0\x9F\x98\x80\", x\n"
              "      |             ^\n"
              "      hint: a string stands in double quotes\n");
}

TEST(PeopleReport, ShowsAPartOfALongLine) {
    const std::string report = people(".data\n.word " + std::string(400, ' ') + "1.5" + std::string(400, ' ') + "\n");
    EXPECT_NE(report.find("... "), std::string::npos);
    EXPECT_LT(report.size(), 500U);
}

TEST(PeopleReport, LetsNoControlCharactersThrough) {
    const std::string report = people("foo\x1b[31m\x07\n");
    EXPECT_EQ(report.find('\x1b'), std::string::npos);
    EXPECT_EQ(report.find('\x07'), std::string::npos);
    EXPECT_NE(report.find("foo␛[31m␇"), std::string::npos) << report;
    EXPECT_EQ(people("foo \xe2\x80\xae \xc2\x9b\n").find("\xe2\x80\xae"), std::string::npos);
}

TEST(PeopleReport, ColoursOnDemand) {
    EXPECT_NE(people("foo\n", true).find("\x1b[1;31merror:\x1b[0m"), std::string::npos);
    EXPECT_EQ(people("foo\n", false).find('\x1b'), std::string::npos);
}

TEST(PeopleReport, FindsWhatWasMeant) {
    EXPECT_NE(people("loop: b lopo\n").find("did you mean `loop`?"), std::string::npos);
    EXPECT_NE(people("add $T0, $t1, $t2\n").find("`$t0`"), std::string::npos);
    EXPECT_NE(people("word 5\n").find("`.word`"), std::string::npos);
    EXPECT_NE(people(".asciz \"x\"\n").find("`.asciiz`"), std::string::npos);
}

/// A message about a file of this name.
Diagnostics about_file(std::string name) {
    Diagnostics all;
    Diagnostic diagnostic;
    diagnostic.message = Message::unknown_operator;
    diagnostic.file = all.add_file({name, name});
    diagnostic.line = 1;
    diagnostic.arguments = {name};
    diagnostic.text = std::move(name);
    all.add(std::move(diagnostic));
    return all;
}

TEST(PeopleReport, ANameBeginsNoLineOfItsOwn) {
    for (const std::string name : {"two\nlines", "=1+2, \"x\"", "张伟", "\x1b[2J\xff\xe2\x80\xae", "{0}{line}", ""}) {
        const std::string report = people_report(about_file(name), {});
        EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), name.empty() ? 1 : 2) << report;
        EXPECT_EQ(report.find_first_of("\x1b\xff"), std::string::npos);
        EXPECT_EQ(report.find("\xe2\x80\xae"), std::string::npos);
    }
    EXPECT_TRUE(people_report(about_file("张伟"), {}).starts_with("张伟:1: error: `张伟` is no instruction"));
}

TEST(PeopleReport, LeavesWarningsOutOnDemand) {
    const Diagnostics diagnostics = assemble_text(".set x\n").diagnostics;
    EXPECT_NE(people_report(diagnostics, {}).find("warning:"), std::string::npos);
    EXPECT_EQ(people_report(diagnostics, {false, false}), "");
    EXPECT_EQ(people_report(Diagnostics(), {}), "");
}

TEST(PeopleReport, CountsWhatIsSaidSeveralTimes) {
    EXPECT_NE(people(".data\n.byte 300:3\n").find(" (3 times)\n"), std::string::npos);
}

TEST(PeopleReport, MarksAWholeCharacterWhereTheMarkIsEmptyOrBehindTheLine) {
    Diagnostics all;
    Diagnostic diagnostic;
    diagnostic.message = Message::label_redefined;
    diagnostic.line = 7;
    diagnostic.column = 100;
    diagnostic.length = 5;
    diagnostic.text = "short";
    all.add(diagnostic);
    EXPECT_NE(people_report(all, {}).find("    7 | short\n"), std::string::npos) << "a column that isn't there";
}

TEST(MarsLines, LeaveOutWhatIsUnknown) {
    Diagnostics all;
    Diagnostic diagnostic;
    diagnostic.message = Message::error_limit;
    diagnostic.line = 3;
    diagnostic.arguments = {"200"};
    all.add(diagnostic);
    EXPECT_EQ(mars_lines(all, Severity::error), "Error in  line 3: Error Limit of 200 exceeded.\n");
}

TEST(MarsLines, PutWarningsBeforeErrors) {
    const Assembly assembly = assemble_text("foo\n.set x\n");
    EXPECT_EQ(mars_report(assembly.diagnostics),
              "Warning in a.asm line 2 column 1: MARS currently ignores the .set directive.\n"
              "Error in a.asm line 1 column 1: \"foo\" is not a recognized operator\n");
}

TEST(MarsLines, StopAfterTheLimitOfErrors) {
    std::string text;
    for (int i = 0; i < 300; ++i) {
        text += "foo\n";
    }
    const Assembly assembly = assemble_text(text);
    EXPECT_EQ(assembly.diagnostics.all().size(), 201U);
    const std::string report = mars_report(assembly.diagnostics);
    EXPECT_TRUE(report.ends_with("Error in  line 201 column 1: Error Limit of 200 exceeded.\n"));
}

TEST(Json, HasAnObjectPerMessage) {
    JsonWriter json(JsonLayout::compact);
    write_json(json, assemble_text("foo $t0\n").diagnostics);
    EXPECT_EQ(
        json.take(),
        "[{\"severity\":\"error\",\"id\":\"unknown_operator\",\"message\":\"`foo` is no instruction and no macro\","
        "\"file\":\"a.asm\",\"line\":1,\"text\":\"foo $t0\",\"column\":1,\"length\":3}]\n");
}

TEST(Json, NamesArriveAsTheyAre) {
    const std::string name = "a,\"b\"\n=1+2 张伟";
    JsonWriter json;
    write_json(json, about_file(name));
    const Result<JsonValue> read = read_json(json.take());
    ASSERT_TRUE(read);
    const JsonValue& message = read->items()[0];
    EXPECT_EQ(message["file"].text(), name);
    EXPECT_EQ(message["text"].text(), name);
    EXPECT_EQ(message.find("column"), nullptr);
    EXPECT_EQ(message.find("macro_calls"), nullptr);
}

TEST(Json, ListsMacroCallsAndRepetitions) {
    JsonWriter json;
    write_json(json, assemble_text(".macro m\nfoo\n.end_macro\nm\n.data\n.byte 300:3\n").diagnostics);
    const Result<JsonValue> read = read_json(json.take());
    ASSERT_TRUE(read);
    ASSERT_EQ(read->items().size(), 2U);
    EXPECT_EQ(read->items()[0]["macro_calls"].items()[0].number(), 4);
    EXPECT_EQ(read->items()[1]["repetitions"].number(), 3);
}

}  // namespace
}  // namespace mariner
