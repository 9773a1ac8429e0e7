#include "emulator/grader/submissions.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

SubmissionRules programs() {
    SubmissionRules rules;
    rules.patterns = {"*.asm"};
    return rules;
}

using namespace test;
namespace fs = std::filesystem;

std::map<std::string, std::string> ids_by_identity(Submissions& all) {
    std::map<std::string, std::string> ids;
    for (size_t i = 0; i < all.size(); ++i) {
        ids[all.load(i)->identity] = all.who(i).id;
    }
    return ids;
}

TEST(Submissions, AreFoundInAPlainFolder) {
    const Folder folder;
    folder.put("c/eve/main.asm", "x");
    folder.put("c/eve/notes.pdf", "x");
    folder.put("c/frank.asm", "x");
    folder.put("c/grades.csv", "x");
    folder.put("c/.DS_Store", "x");
    folder.put("c/eve/.git/old.asm", "x");
    folder.put("c/odd\x01\x1b[31mname.asm", "x");
    EXPECT_EQ(::symlink("/etc/passwd", (folder / "c/link.asm").c_str()), 0);
    EXPECT_EQ(::mkfifo((folder / "c/pipe.asm").c_str(), 0600), 0);
    Result<Submissions> all = Submissions::open(folder / "c", programs());
    ASSERT_TRUE(all);
    std::string ids;
    for (size_t i = 0; i < all->size(); ++i) {
        const Submission submission = *all->load(i);
        ids += submission.id + ":" + std::to_string(submission.files.size()) + " ";
    }
    EXPECT_EQ(ids, "eve:1 frank:1 odd___31mname:1 ");
    EXPECT_EQ(all->notes().size(), 2U);
    for (const char* path : {"/etc/passwd", "../x", "a/../../x", "C:\\x", "", "..", "a\\..\\b"}) {
        EXPECT_FALSE(harmless_path(path)) << path;
    }
    EXPECT_EQ(harmless_path("./a//b\\c"), "a/b/c");
}

/// An archive with one stored entry, as exactly as a reader needs it.
std::string zip_of(std::string_view name, std::string_view bytes, u32 claimed_size, u32 checksum) {
    const auto number = [](u64 value, int size) {
        std::string text;
        for (int i = 0; i < size; ++i) {
            text += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
        }
        return text;
    };
    const std::string sizes = number(checksum, 4) + number(bytes.size(), 4) + number(claimed_size, 4);
    const std::string local = "PK\x03\x04" + number(20, 2) + number(0, 8) + sizes + number(name.size(), 2) +
                              number(0, 2) + std::string(name) + std::string(bytes);
    const std::string entry = "PK\x01\x02" + number(20, 2) + number(20, 2) + number(0, 8) + sizes +
                              number(name.size(), 2) + number(0, 12) + number(0, 4) + std::string(name);
    return local + entry + "PK\x05\x06" + number(0, 4) + number(1, 2) + number(1, 2) + number(entry.size(), 4) +
           number(local.size(), 4) + number(0, 2);
}

TEST(Submissions, ArchivesAreNotTrusted) {
    constexpr u32 checksum_of_x = 0x8cdc1683;
    const Folder folder;
    const auto open = [&](std::string_view bytes) {
        folder.put("c.zip", bytes);
        return Submissions::open(folder / "c.zip", programs());
    };
    Result<Submissions> good = open(zip_of("ada.asm", "x", 1, checksum_of_x));
    ASSERT_TRUE(good) << good.error().message;
    ASSERT_EQ(good->size(), 1U);
    EXPECT_EQ(good->load(0)->files.at(0).bytes, "x");
    Result<Submissions> wrong_sum = open(zip_of("ada.asm", "x", 1, 7));
    ASSERT_TRUE(wrong_sum);
    EXPECT_NE(wrong_sum->load(0)->notes.at(0).find("checksum"), std::string::npos);
    Result<Submissions> bomb = open(zip_of("ada.asm", "x", 0xf0000000, checksum_of_x));
    ASSERT_TRUE(bomb);
    EXPECT_NE(bomb->load(0)->notes.at(0).find("larger than"), std::string::npos);
    Result<Submissions> escaping = open(zip_of("../ada.asm", "x", 1, checksum_of_x));
    ASSERT_TRUE(escaping);
    EXPECT_EQ(escaping->size(), 0U);
    EXPECT_EQ(escaping->notes().size(), 1U);
    const std::string whole = zip_of("ada.asm", "x", 1, checksum_of_x);
    for (size_t size = 4; size < whole.size(); ++size) {
        EXPECT_FALSE(open(whole.substr(0, size))) << size;
    }
}

TEST(Submissions, AStudentStaysWhoTheyAreWhoeverComesToTheClass) {
    const Folder folder;
    folder.put("c/M\u00fcller/hw.asm", "x");
    folder.put("c/Lee/part/hw.asm", "x");
    Result<Submissions> before = Submissions::open(folder / "c", programs());
    ASSERT_TRUE(before);
    const auto few = ids_by_identity(*before);
    EXPECT_EQ(few, (std::map<std::string, std::string>{{"Lee", "Lee"}, {"M\u00fcller", "M\u00fcller"}}));
    for (const char* const name :
         {"M\u00f6ller", "M\u00c4ller", "\u5f20\u4f1f", "\u0418\u0432\u0430\u043d", "A", "Z_Z", "Z Z"}) {
        folder.put("c/" + std::string(name) + "/hw.asm", "x");
    }
    Result<Submissions> after = Submissions::open(folder / "c", programs());
    ASSERT_TRUE(after);
    const auto many = ids_by_identity(*after);
    EXPECT_EQ(many.size(), 9U);
    for (const auto& [identity, id] : few) {
        EXPECT_EQ(many.at(identity), id);
    }
    EXPECT_EQ(many.at("\u5f20\u4f1f"), "\u5f20\u4f1f");
    EXPECT_EQ(many.at("Z Z").substr(0, 4), "Z_Z~");
    EXPECT_NE(many.at("Z Z"), many.at("Z_Z"));
}

TEST(Submissions, AClassOfOneWithAFolderInItHasAnotherIdentityThanThatFolderWouldHaveInALargerOne) {
    const Folder folder;
    folder.put("c/Ada/part/hw.asm", "x");
    Result<Submissions> alone = Submissions::open(folder / "c", programs());
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->load(0)->identity, "Ada/part");
    folder.put("c/part/hw.asm", "x");
    Result<Submissions> two = Submissions::open(folder / "c", programs());
    ASSERT_TRUE(two);
    EXPECT_EQ(ids_by_identity(*two), (std::map<std::string, std::string>{{"Ada", "Ada"}, {"part", "part"}}));
}

TEST(Submissions, AFileThatIsNotWhatWasListedEndsTheGrading) {
    const auto changes = [](const auto& change) {
        const Folder folder;
        folder.put("c/ada/in/hw.asm", "x");
        folder.put("c/ben/hw.asm", "secret");
        Result<Submissions> all = Submissions::open(folder / "c", programs());
        EXPECT_TRUE(all);
        change(folder);
        const Result<Submission> ada = all->load(0);
        EXPECT_EQ(all->load(1).has_value(), ada.has_value());
        return ada ? "still there: " + ada->files.at(0).bytes : ada.error().message;
    };
    const std::string changed = "'ada/in/hw.asm' has changed since the class was listed; start again";
    EXPECT_EQ(changes([](const Folder&) {}), "still there: x");
    EXPECT_EQ(changes([](const Folder& f) { f.put("c/ada/in/hw.asm", "longer"); }), changed);
    EXPECT_EQ(changes([](const Folder& f) { fs::remove(f / "c/ada/in/hw.asm"); }), changed);
    EXPECT_EQ(changes([](const Folder& f) {
                  fs::remove(f / "c/ada/in/hw.asm");
                  fs::create_symlink(f / "c/ben/hw.asm", f / "c/ada/in/hw.asm");
              }),
              changed);
    EXPECT_EQ(changes([](const Folder& f) {  // any folder on the way
                  fs::rename(f / "c/ada", f / "elsewhere");
                  fs::create_directories(f / "other/in");
                  f.put("other/in/hw.asm", "x");
                  fs::create_symlink(f / "other", f / "c/ada");
              }),
              changed);
    EXPECT_EQ(changes([](const Folder& f) {
                  fs::remove_all(f / "c/ada/in");
                  EXPECT_EQ(::mkfifo((f / "c/ada/in").c_str(), 0600), 0);
              }),
              changed);
    // The folder itself: what was opened stays open, wherever its name leads now.
    EXPECT_EQ(changes([](const Folder& f) {
                  fs::rename(f / "c", f / "d");
                  fs::create_directories(f / "e/ada/in");
                  f.put("e/ada/in/hw.asm", "y");
                  fs::create_symlink(f / "e", f / "c");
              }),
              "still there: x");
}

TEST(Submissions, ASingleFileIsAClassOfOneAlsoByALink) {
    const Folder folder;
    folder.put("real/x.asm", "nop");
    fs::create_symlink(folder / "real/x.asm", folder / "ada.asm");
    Result<Submissions> all = Submissions::open(folder / "ada.asm", programs());
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 1U);
    EXPECT_EQ(all->who(0).id, "ada");
    EXPECT_EQ(all->load(0)->files.at(0).bytes, "nop");
}

}  // namespace
}  // namespace mariner::grader
