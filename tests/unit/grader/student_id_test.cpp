#include "emulator/grader/student_id.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace mariner::grader {
namespace {

std::string alone(std::string_view student, std::string_view lms_id = {}) {
    StudentIds ids;
    ids.add(student, lms_id);
    return ids.id_of(student, lms_id, student);
}

TEST(StudentId, KeepsNamesInTheirOwnScript) {
    for (const char* const name :
         {"Ivo_Nov\u00e1\u010dek", "\u5f20\u4f1f", "\u0418\u0432\u0430\u043d", "\u05d3\u05d5\u05d3",
          "\u0645\u062d\u0645\u062f", "\u0928\u0947\u0939\u093e", "\uae40\ubbfc\uc218",
          "\u0646\u0631\u06af\u0633\u200c\u0647\u0627", "Ada-2.b", "\U00020bb7\u91ce"}) {
        EXPECT_EQ(alone(name), name);
    }
    EXPECT_EQ(alone("Ada Lovelace", "123"), "Ada_Lovelace-123");
    EXPECT_EQ(alone("\u5c71\u7530\u3000\u592a\u90ce"), "\u5c71\u7530_\u592a\u90ce");  // a wide blank
}

TEST(StudentId, HoldsNothingThatAFileNameATerminalOrAPageCouldMistake) {
    EXPECT_EQ(alone(""), "_");
    EXPECT_EQ(alone(".hidden"), "_hidden");
    EXPECT_EQ(alone("-rf"), "_rf");
    EXPECT_EQ(alone("../../x"), "_._.._x");
    EXPECT_EQ(alone("a/b\\c:d*e?f\"g<h>i|j#k%l&m'n$o`p;q~r"), "a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q_r");
    EXPECT_EQ(alone("a\x01\x1b\x7f"
                    "b"),
              "a___b");
    EXPECT_EQ(alone("a\u0085\u00a0\u200b\u202e\u2066\ufeff\u061c"
                    "b"),
              "a_______b");
    EXPECT_EQ(alone("a\xff\xc3"
                    "b"),
              "a__b");  // bytes that are no UTF-8
    EXPECT_EQ(alone("x\U000e0041"), "x_");
}

TEST(StudentId, StaysShortAndWholeInItsCharacters) {
    std::string name;
    for (int i = 0; i < 200; ++i) {
        name += "\u5f20";
    }
    const std::string id = alone(name);
    EXPECT_LE(id.size(), 200U);
    EXPECT_GT(id.size(), 190U);
    EXPECT_EQ(id.size() % 3, 0U);
}

TEST(StudentId, TellsApartWhatACarelessFileSystemWouldNot) {
    const std::string long_name(300, 'x');
    const std::vector<std::string> names = {"Anna",          "anna",          "ANNA",         "a b",       "a_b",
                                            "a/b",           "\u0416\u0430",  "\u0436\u0430", "\u00dcmit", "\u00fcmit",
                                            long_name + "1", long_name + "2", "\u0160tef",    "\u0161tef", "\u03a9",
                                            "\u03c9",        "\u0531",        "\u0561",       "\uff21",    "\uff41"};
    StudentIds ids;
    for (const std::string& name : names) {
        ids.add(name, "");
    }
    std::set<std::string> folded;
    for (const std::string& name : names) {
        const std::string id = ids.id_of(name, "", name);
        EXPECT_NE(id.find('~'), std::string::npos) << id;
        EXPECT_TRUE(folded.insert(fold_case(id)).second) << id;
        EXPECT_LE(id.size() + std::string_view(".html").size(), 255U);
        // What stands behind the '~' is of this student alone.
        StudentIds other;
        other.add(name, "");
        other.add(fold_case(name), "");
        EXPECT_EQ(other.id_of(name, "", name), id);
    }
}

}  // namespace
}  // namespace mariner::grader
