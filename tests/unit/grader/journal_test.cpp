#include "emulator/grader/journal.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulator/grader/folder_lock.hpp"
#include "emulator/grader/merge.hpp"
#include "emulator/grader/pack.hpp"
#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;

GradingInfo info_of(std::string rubric) {
    GradingInfo info;
    info.rubric_hash = std::move(rubric);
    info.program_version = "1";
    return info;
}

SubmissionResult result_of(const std::string& identity, const std::string& content = "h1") {
    SubmissionResult result;
    result.id = result.student = result.identity = identity;
    result.content_hash = content;
    result.cases.resize(2);
    result.cases[1].output = std::string("\0<b>\n", 5) + identity;
    result.cases[1].board.emplace();
    return result;
}

TEST(Journal, KeepsWhatIsWhole) {
    const Folder folder;
    const std::string path = folder / "j";
    {
        const auto journal = Journal::open(path, info_of("r"), false);
        ASSERT_TRUE(journal);
        EXPECT_TRUE((*journal)->add(result_of("ada")));
        EXPECT_TRUE((*journal)->add(result_of("ben")));
    }
    const Result<std::string> whole = read_file(path);
    ASSERT_TRUE(whole);
    // Torn anywhere in its last record, it still has the first.
    for (const size_t cut : {size_t{1}, size_t{20}, size_t{40}}) {
        EXPECT_TRUE(write_file(path, whole->substr(0, whole->size() - cut - 1)));
        const auto torn = Journal::open(path, info_of("r"), true);
        ASSERT_TRUE(torn);
        EXPECT_TRUE((*torn)->has(result_of("ada")));
        EXPECT_FALSE((*torn)->has(result_of("ben")));
        EXPECT_TRUE((*torn)->add(result_of("ben", "h2")));
        EXPECT_EQ((*torn)->find("ben")->cases[1].output, result_of("ben").cases[1].output);
    }
    const auto other = Journal::open(path, info_of("another"), true);
    ASSERT_TRUE(other);
    EXPECT_FALSE((*other)->has(result_of("ada")));
    EXPECT_EQ((*other)->former_ids(), (std::set<std::string>{"ada", "ben"}));
    EXPECT_FALSE(unpack<SubmissionResult>(std::string(1000, '\xff')));
}

TEST(Journal, KnowsAResultByAllThatWasHandedIn) {
    const auto journal = Journal::open("", info_of("r"), false);
    ASSERT_TRUE(journal);
    ASSERT_TRUE((*journal)->add(result_of("ada")));
    EXPECT_TRUE((*journal)->has(result_of("ada")));
    std::vector<SubmissionResult> others(6, result_of("ada"));
    others[0].identity = "bda";
    others[1].content_hash = "h2";
    others[2].notes = {"an earlier attempt is left out"};
    others[3].files = {{"hw.asm", 1}};
    others[4].id = "ada~1";
    others[5].lms_id = "7";
    for (const SubmissionResult& other : others) {
        EXPECT_FALSE((*journal)->has(other));
    }
    EXPECT_FALSE((*journal)->find("bda"));
}

TEST(Journal, NoticesThatSomebodyElseWroteIntoIt) {
    const Folder folder;
    const auto journal = Journal::open(folder / "j", info_of("r"), false);
    ASSERT_TRUE(journal);
    ASSERT_TRUE((*journal)->add(result_of("ada")));
    const auto intruder = Journal::open(folder / "j", info_of("r"), false);
    ASSERT_TRUE((*intruder)->add(result_of("bob")));
    const Result<SubmissionResult> found = (*journal)->find("ada");
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("changed by somebody else"), std::string::npos);
}

TEST(Journal, IsCompleteUntilAnythingIsAdded) {
    const Folder folder;
    const auto reopened = [&] { return Journal::read(folder / "j"); };
    {
        const auto journal = Journal::open(folder / "j", info_of("r"), false);
        ASSERT_TRUE((*journal)->add(result_of("ada")));
        EXPECT_FALSE((*reopened())->roster());
        ASSERT_TRUE((*journal)->complete({2, 3, {"ada"}}));
    }
    ASSERT_TRUE((*reopened())->roster());
    EXPECT_EQ((*reopened())->roster()->shard, 2U);
    EXPECT_EQ((*reopened())->roster()->identities, std::vector<std::string>{"ada"});
    ASSERT_TRUE((*Journal::open(folder / "j", info_of("r"), true))->add(result_of("ada", "h2")));
    EXPECT_FALSE((*reopened())->roster());
}

// --- one owner of a folder ---

TEST(FolderLock, HasOneHolderWhoIsNamed) {
    const Folder folder;
    std::filesystem::create_directory(folder / "o");
    const std::string path = folder / "o";
    {
        const Result<FolderLock> mine = FolderLock::take(path, FolderLock::Sharing::alone);
        ASSERT_TRUE(mine) << mine.error().message;
        const Result<std::string> bytes = read_file(path + "/lock.mariner");
        for (const auto kind : {FolderLock::Sharing::alone, FolderLock::Sharing::shared}) {
            const Result<FolderLock> second = FolderLock::take(path, kind);
            ASSERT_FALSE(second);
            EXPECT_EQ(
                second.error().message.find(path + " is in use by process " + std::to_string(::getpid()) + " on host "),
                0U)
                << second.error().message;
        }
        EXPECT_EQ(*read_file(path + "/lock.mariner"), *bytes);
    }
    EXPECT_TRUE(FolderLock::take(path, FolderLock::Sharing::alone));
    const Result<FolderLock> reader = FolderLock::take(path, FolderLock::Sharing::shared);
    EXPECT_TRUE(reader);
    EXPECT_TRUE(FolderLock::take(path, FolderLock::Sharing::shared));
    EXPECT_FALSE(FolderLock::take(path, FolderLock::Sharing::alone));
    EXPECT_FALSE(FolderLock::take(folder / "nowhere", FolderLock::Sharing::alone));
}

TEST(FolderLock, IsGoneWithItsHolder) {
    const Folder folder;
    std::filesystem::create_directory(folder / "o");
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<FolderLock> lock = FolderLock::take(folder / "o", FolderLock::Sharing::alone);
        ::raise(lock ? SIGKILL : SIGTERM);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    EXPECT_TRUE(FolderLock::take(folder / "o", FolderLock::Sharing::alone));
}

// --- parts put together ---

class Merge : public testing::Test {
protected:
    void part(const std::string& name, const std::vector<SubmissionResult>& results, u32 shard = 1, u32 shards = 1,
              bool is_complete = true, const std::string& rubric = "r") const {
        std::filesystem::create_directories(m_folder / name);
        const auto journal = Journal::open(journal_path(m_folder / name), info_of(rubric), false);
        ASSERT_TRUE(journal);
        Roster roster{shard, shards, {}};
        for (const SubmissionResult& result : results) {
            ASSERT_TRUE((*journal)->add(result));
            roster.identities.push_back(result.identity);
        }
        if (is_complete) {
            ASSERT_TRUE((*journal)->complete(roster));
        }
    }
    /// Who is in the whole, or why there is none.
    [[nodiscard]] std::string merged(std::vector<std::string> parts, const std::string& out = {}) const {
        for (std::string& name : parts) {
            name = m_folder / name;
        }
        const auto whole = merge_parts(parts, out.empty() ? "" : m_folder / out);
        std::string text = whole ? "" : whole.error().message;
        for (const std::string& identity : whole ? (*whole)->roster()->identities : std::vector<std::string>{}) {
            text += identity + ":" + (*whole)->find(identity)->content_hash + " ";
        }
        for (size_t at = 0; (at = text.find(m_folder / "", at)) != std::string::npos;) {
            text.erase(at, (m_folder / "").size());
        }
        return text;
    }

    Folder m_folder;
};

TEST_F(Merge, TakesShardsFromTheirOwnOrACommonFolder) {
    part("one", {result_of("b")}, 1, 2);
    part("two", {result_of("a")}, 2, 2);
    EXPECT_EQ(merged({"one", "two"}), "a:h1 b:h1 ");
    part("all/" + shard_folder(1, 2), {result_of("b")}, 1, 2);
    part("all/" + shard_folder(2, 2), {result_of("a")}, 2, 2);
    EXPECT_EQ(merged({"all"}), "a:h1 b:h1 ");
    EXPECT_EQ(merged({"all"}, "all"), "a:h1 b:h1 ");
    EXPECT_EQ(merged({"all"}), "a:h1 b:h1 ");  // the whole and its parts agree
}

TEST_F(Merge, RefusesPartsThatContradictEachOther) {
    part("one", {result_of("ada"), result_of("ben"), result_of("eve")});
    part("two", {result_of("ada", "h2"), result_of("ben"), result_of("Eve")});
    EXPECT_EQ(merged({"one", "two"}),
              "one and two contradict each other on 'ada' (ada)\none and two contradict each other on 'Eve' (Eve)");
    EXPECT_EQ(merged({"one", "one"}), "ada:h1 ben:h1 eve:h1 ");
}

TEST_F(Merge, RefusesWhatIsNotAll) {
    part("one", {result_of("a")}, 1, 3);
    part("three", {result_of("c")}, 3, 3);
    EXPECT_EQ(merged({"one", "three"}), "shard 2/3 is missing");
    part("two", {result_of("b")}, 2, 3, false);
    EXPECT_EQ(merged({"one", "two", "three"}), "two is not finished: grade it again with --resume");
    part("two", {result_of("b")}, 2, 3, true, "another");
    EXPECT_EQ(merged({"one", "two", "three"}), "two was graded by another rubric");
    part("two", {result_of("b")}, 2, 3);
    EXPECT_EQ(merged({"one", "two", "three"}), "a:h1 b:h1 c:h1 ");
    EXPECT_NE(merged({"one", "two", "three", "nowhere"}).find("No such file"), std::string::npos);
    EXPECT_NE(merged({"one"}, "one").find("another folder"), std::string::npos);
    const Result<FolderLock> lock = FolderLock::take(m_folder / "two", FolderLock::Sharing::alone);
    EXPECT_EQ(merged({"one", "two", "three"}).find("two is in use by process"), 0U);
}

}  // namespace
}  // namespace mariner::grader
