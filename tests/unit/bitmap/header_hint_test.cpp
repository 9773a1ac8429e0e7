#include "bitmap/header_hint.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "bitmap/guess.hpp"

namespace mariner::bitmap {
namespace {

std::string_view setting_name(Setting setting) {
    constexpr std::string_view names[] = {"unit width", "unit height", "display width", "display height",
                                          "base address"};
    return names[static_cast<size_t>(setting)];
}

HeaderHint read(std::string_view source) {
    const std::string_view sources[] = {source};
    return read_header_hint(sources);
}

struct Variant {
    const char* name;
    const char* source;
    Geometry expected;
};

std::string test_name(const testing::TestParamInfo<Variant>& info) {
    return info.param.name;
}

constexpr Geometry game = {8, 8, 512, 512, 0x10040000};
constexpr Geometry toronto = {8, 8, 256, 256, 0x10008000};
constexpr Geometry wide = {4, 2, 512, 256, 0x10010000};

class HeaderVariant : public testing::TestWithParam<Variant> {};

TEST_P(HeaderVariant, IsReadCompletely) {
    const HeaderHint hint = read(GetParam().source);
    for (size_t i = 0; i < setting_count; ++i) {
        EXPECT_TRUE(hint.hints[i].has_value()) << setting_name(static_cast<Setting>(i)) << " is missing";
    }
    EXPECT_EQ(hint.over({}), GetParam().expected) << describe(hint.over({}));
    EXPECT_TRUE(hint.convincing());
}

constexpr Variant variants[] = {
    {"report", R"(
# 1. Unit width in pixels: 8
# 2. Unit height in pixels: 8
# 3. Display width in pixels: 512
# 4. Display height in pixels: 512
# 5. Base Address for Display: 0x10040000 (heap)
)",
     game},
    {"toronto", R"(
######################## Bitmap Display Configuration ########################
# - Unit width in pixels:       8
# - Unit height in pixels:      8
# - Display width in pixels:    256
# - Display height in pixels:   256
# - Base Address for Display:   0x10008000 ($gp)
##############################################################################
)",
     toronto},
    {"toronto_older", R"(
# Bitmap Display Configuration:
# - Unit width in pixels: 8					     
# - Unit height in pixels: 8
# - Display width in pixels: 256
# - Display height in pixels: 256
# - Base Address for Display: 0x10008000 ($gp)
#
# Which milestone is reached in this submission?
# - Milestone 4
)",
     toronto},
    {"no_colons",
     "# Unit width in pixels 4\n# Unit height in pixels 2\n# Display width in pixels 512\n"
     "# Display height in pixels 256\n# Base address for display 0x10010000 (static data)\n",
     wide},
    {"title_case",
     "#Unit Width in Pixels: 4\n#Unit Height in Pixels: 2\n#Display Width in Pixels: 512\n"
     "#Display Height in Pixels: 256\n#Base Address for Display: 0x10010000 (Static Data)\n",
     wide},
    {"no_pixels",
     "# Unit Width: 4\n# Unit Height: 2\n# Display Width: 512\n# Display Height: 256\n# Base Address: static data\n",
     wide},
    {"equals",
     "# unit width = 4\n# unit height = 2\n# display width = 512\n# display height = 256\n# base address = "
     "0x10010000\n",
     wide},
    {"one_line", "# unit width=4, unit height=2, display width=512, display height=256, base address=0x10010000\n",
     wide},
    {"sides_inherit", "# Unit: width 4, height 2; Display: width 512, height 256; Base: static data\n", wide},
    {"no_commas", "# Unit Width 4 Unit Height 2 Display Width 512 Display Height 256 Base Address 0x10010000\n", wide},
    {"bench", R"(
# For the MARS Bitmap Display use: unit 8 x 8, display 512 x 512, base address
# 0x10040000 (heap): 64 x 64 words of 0x00RRGGBB.  Without a display the program
# simply writes to that memory; nothing is allocated with sbrk.
)",
     game},
    {"bundled", R"(
# Bitmap Display (Tools > Bitmap Display; press "Connect to MIPS" before you run the program):
#   Unit width in pixels:     8
#   Unit height in pixels:    8
#   Display width in pixels:  512
#   Display height in pixels: 512
#   Base Address for Display: 0x10040000 (heap)
)",
     game},
    {"pairs", "# Units 8x8, display 512x512, heap base address\n", game},
    {"number_first", "# 512x512 display with 8x8 units, 0x10040000 base address\n", game},
    {"pixels_per_unit", "# Bitmap display: 512 x 512 pixels, 8 x 8 pixels per unit, base address: heap\n", game},
    {"by", "# Display is 512 by 512 pixels, each unit is 8 by 8 pixels, base address is the heap\n", game},
    {"px", "# display size: 512px x 512px\n# unit size: 8px x 8px\n# base address: 0x10040000\n", game},
    {"size_single", "# Unit size: 8\n# Display size: 512x512\n# Base: 0x10040000\n", game},
    {"width_and_height",
     "# Unit width and height: 8\n# Display width and height in pixels: 512\n# Base address for display: heap\n", game},
    {"slash",
     "# Unit width/height in pixels: 4/2\n# Display width/height in pixels: 512/256\n# Base: 0x10010000 (static)\n",
     wide},
    {"parentheses", "# unit (4, 2)\n# display (512, 256)\n# base address (static data)\n", wide},
    {"sections",
     "# Display\n#   width: 512\n#   height: 256\n# Unit\n#   width: 4\n#   height: 2\n# Base address\n#   "
     "0x10010000\n",
     wide},
    {"table",
     "# | Setting        | Value |\n# |----------------|-------|\n# | Unit Width     | 4 |\n# | Unit Height    | 2 |\n"
     "# | Display Width  | 512 |\n# | Display Height | 256 |\n# | Base Address   | 0x10010000 |\n",
     wide},
    {"dots_and_tabs",
     "#\tUnit Width in Pixels......... 4\n#\tUnit Height in Pixels........ 2\n"
     "#\tDisplay Width in Pixels...... 512\n#\tDisplay Height in Pixels..... 256\n"
     "#\tBase address for display..... 0x10010000\n",
     wide},
    {"arrows",
     "## Unit Width in pixels -> 4\n## Unit Height in pixels -> 2\n## Display Width -> 512\n## Display Height -> 256\n"
     "## Base Address -> 0x10010000 (static data)\n",
     wide},
    {"names_in_code_style",
     "# UNIT_WIDTH = 4\n# UNIT_HEIGHT = 2\n# DISPLAY_WIDTH = 512\n# DISPLAY_HEIGHT = 256\n"
     "# BASE_ADDRESS = 0x10010000\n",
     wide},
    {"camel_case",
     "# unitWidth: 4\n# unitHeight: 2\n# displayWidth: 512\n# displayHeight: 256\n# baseAddress: 0x10010000\n", wide},
    {"behind_code",
     ".data # Bitmap: unit width 4, unit height 2\nframe: .space 524288 # display width 512, display height 256\n"
     ".text # base address of the display is 0x10010000\n",
     wide},
    {"hex_without_prefix",
     "# Unit width 8, height 8\n# Display width 512, height 512\n# Base address: 10040000 (heap)\n", game},
    {"global_data",
     "# Bitmap display: units 8x8, size 512x512, base address: global data\n",
     {8, 8, 512, 512, 0x10000000}},
    {"memory_map",
     "# Unit width: 16\n# Unit height: 16\n# Display width: 256\n# Display height: 256\n"
     "# Base address: 0xffff0000 (memory map)\n",
     {16, 16, 256, 256, 0xffff0000}},
    {"settings_sentence",
     "# Settings: set the unit width and height to 8, the display width and height to 512 and the base address to "
     "0x10040000.\n",
     game},
    {"pixel_size",
     "# Pixel width: 4, Pixel height: 2\n# Screen width: 512, Screen height: 256\n# Base address: static data\n", wide},
    {"resolution", "# Resolution: 512x512\n# Unit: 8x8\n# Base address: $gp\n", {8, 8, 512, 512, 0x10008000}},
    {"times_signs",
     "# Unit 8\xc3\x97"
     "8 px, display 512 * 512 px, base address 0x10040000\n",
     game},
    {"windows_line_ends",
     "# Unit width: 8\r\n# Unit height: 8\r\n# Display width: 512\r\n# Display height: 512\r\n# Base: heap\r\n", game},
    {"misspelt_height",
     "# Unit Width: 8\n# Unit Heigth: 8\n# Display Width: 512\n# Display Heigth: 512\n# Base adress: heap\n", game},
    {"vietnamese", R"(
# Cấu hình Bitmap Display:
#   Chiều rộng đơn vị (pixel): 8
#   Chiều cao đơn vị (pixel): 8
#   Chiều rộng màn hình (pixel): 512
#   Chiều cao màn hình (pixel): 512
#   Địa chỉ cơ sở: 0x10040000 (heap)
)",
     game},
    {"vietnamese_sizes", "# Kích thước đơn vị: 8x8\n# Kích thước màn hình: 512x512\n# Địa chỉ nền: 0x10040000\n", game},
    {"vietnamese_decomposed",
     "# Chie\xcc\x82\xcc\x80u ro\xcc\xa3\xcc\x82ng \xc4\x91\xc6\xa1n vi\xcc\xa3: 8, chie\xcc\x82\xcc\x80u cao "
     "\xc4\x91\xc6\xa1n vi\xcc\xa3: 8\n"
     "# ma\xcc\x80n hi\xcc\x80nh 512 x 512\n# base address: heap\n",
     game},
    {"vietnamese_unaccented",
     "# chieu rong don vi: 8; chieu cao don vi: 8\n# chieu rong man hinh: 512; chieu cao man hinh: 512\n"
     "# dia chi: heap\n",
     game},
    {"vietnamese_mixed",
     "# Unit width in pixels: 8 (chiều rộng mỗi ô)\n# Unit height in pixels: 8 (chiều cao mỗi ô)\n"
     "# Display width in pixels: 512 (bề rộng)\n# Display height in pixels: 512\n"
     "# Base Address for Display: 0x10040000 (heap), nhớ bấm Connect\n",
     game},
    {"spanish",
     "# Ancho de unidad en píxeles: 8\n# Alto de unidad en píxeles: 8\n# Ancho de pantalla en píxeles: 512\n"
     "# Alto de pantalla en píxeles: 512\n# Dirección base: 0x10040000 (heap)\n",
     game},
    {"portuguese",
     "# Largura da unidade em pixels: 8\n# Altura da unidade em pixels: 8\n# Largura da tela em pixels: 512\n"
     "# Altura da tela em pixels: 512\n# Endereço base: 0x10040000 (heap)\n",
     game},
    {"german",
     "# Breite einer Einheit: 8 Pixel\n# Höhe einer Einheit: 8 Pixel\n# Breite der Anzeige: 512 Pixel\n"
     "# Höhe der Anzeige: 512 Pixel\n# Basisadresse: 0x10040000 (Heap)\n",
     game},
    {"french",
     "# Largeur de l'unité en pixels : 8\n# Hauteur de l'unité en pixels : 8\n# Largeur de l'écran en pixels : 512\n"
     "# Hauteur de l'écran en pixels : 512\n# Adresse de base : 0x10040000 (heap)\n",
     game},
    {"italian",
     "# Larghezza unità: 8\n# Altezza unità: 8\n# Larghezza schermo: 512\n# Altezza schermo: 512\n# Indirizzo base: "
     "heap\n",
     game},
    {"turkish",
     "# Birim genişliği: 8\n# Birim yüksekliği: 8\n# Ekran genişliği: 512\n# Ekran yüksekliği: 512\n# Taban adresi: "
     "heap\n",
     game},
    {"russian",
     "# Ширина единицы: 8\n# Высота единицы: 8\n# Ширина экрана: 512\n# Высота экрана: 512\n# Базовый адрес: "
     "0x10040000\n",
     game},
    {"chinese",
     "# 单位宽度(像素): 8\n# 单位高度(像素): 8\n# 显示宽度(像素): 512\n# 显示高度(像素): 512\n# 基地址: 0x10040000 "
     "(heap)\n",
     game},
    {"korean", "# 단위 너비: 8\n# 단위 높이: 8\n# 화면 너비: 512\n# 화면 높이: 512\n# 기본 주소: 0x10040000\n", game},
    {"japanese",
     "# ユニットの幅: 8\n# ユニットの高さ: 8\n# ディスプレイの幅: 512\n# ディスプレイの高さ: 512\n# ベースアドレス: "
     "0x10040000\n",
     game},
};

constexpr Geometry mapped = {16, 16, 512, 256, 0xffff0000};
constexpr Geometry pocket = {8, 8, 256, 256, 0x10010000};

/// As students write them.
constexpr Variant met_variants[] = {
    {"settings_in_parentheses", "# Bitmap Display (settings: 16, 16, 512, 256, 0xffff0000).\n", mapped},
    {"settings_with_the_base_below", "# Bitmap Display (settings: 16, 16, 512, 256,\n#    0xffff0000)\n", mapped},
    {"settings_with_the_name_below", "# Bitmap Display (settings: 8, 8, 512, 512,\n#    heap)\n", game},
    {"settings_with_dashes", "# BITMAP SETTINGS: 16-16-512-256-$gp\n", {16, 16, 512, 256, 0x10008000}},
    {"settings_with_slashes", "# bitmap display: 8/8/512/512/heap\n", game},
    {"settings_by_times", "# Bitmap display: 8x8, 512x512, heap\n", game},
    {"list_numbers_with_dashes",
     "# 1- unit width in pixel: 4\n# 2- unit height in pixel: 2\n# 3- display width in pixel: 512\n"
     "# 4- display height in pixel: 256\n# 5- base address: 0x10010000\n",
     wide},
    {"list_numbers_of_chapters",
     "# 4.1.1) Unit Width in Pixels: 4\n# 4.1.2) Unit Height in Pixels: 2\n# 4.1.3) Display Width in Pixels: 512\n"
     "# 4.1.4) Display Height in Pixels: 256\n# 4.1.5) Base address for display: 0x10010000 (static data)\n",
     wide},
    {"list_of_steps",
     "# Step 1: set the unit width to 4\n# Step 2: set the unit height to 2\n# Step 3: set the display width to 512\n"
     "# Step 4 - display height 256\n# Step 5: base address static data\n",
     wide},
    {"list_numbers_in_parentheses",
     "# (1) Unit width 4\n# (2) Unit height 2\n# [3] Display width 512\n# [4] Display height 256\n"
     "# (5) Base address 0x10010000\n",
     wide},
    {"two_options_in_a_line",
     "# Bitmap Display settings: unit 4 x 2, display 512 x 256 or\n# unit 2 x 2, display 1024 x 1024.\n"
     "# base address: static data\n",
     wide},
    {"two_options_by_or",
     "# Set BOTH display width and height to 256 OR 512, BOTH unit width and height to 8 OR 16 respectively\n"
     "# Base address should be 0x10010000 (static data)\n",
     pocket},
    {"update_as_needed",
     "# Bitmap Display Configuration:\n# - Unit width in pixels: 8 (update this as needed)\n"
     "# - Unit height in pixels: 8 (update this as needed)\n# - Display width in pixels: 256 (update this as needed)\n"
     "# - Display height in pixels: 256 (update this as needed) # - Base Address for Display: 0x10008000 ($gp)\n",
     toronto},
    {"frame_of_signs",
     "#---------------------------------------------------------------#\n# \tDisplay Configuration\t\t#\n"
     "#\tUnit Width in pixels: 4\t\t\t#\n#\tUnit Heigh in Pixels: 2\t\t\t#\n#\tDisplay Width in Pixles: 512\t#\n"
     "#\tDisplay Height in Piexels: 256  \t#\n#\tBase Adress: 0x10010000(STATIC DATA) ###\n",
     wide},
    {"dashes_before_values",
     "# Unit Width in Pixles - 4\n#Unit Height in Pixes - 2\n# Display Width in Pixels - 512\n"
     "#Display Height in Pixels - 256\n#Base Adress for display - 0x10010000 (static data)\n",
     wide},
    {"sentence_of_a_player",
     "# Remember to set Bitmap Display to 8x8 pixels, 512x512 display and use heap base address\n", game},
    {"unit_size_in_a_sentence",
     "# It currently uses (the the Bitmap Display) a unit width and height of 8.\n"
     "# The display is assumed to be set at a width of 512 and a height at 512.\n# base address: heap\n",
     game},
    {"until_for_unit_is_left_to_the_grid",
     "#Display width/height in pixels 512/256\n# 128x128 cells\n#base address for display 0x10010000\n", wide},
    {"values_in_code",
     ".eqv UNIT_WIDTH, 4 # - Unit width in pixels\n.eqv UNIT_HEIGHT, 2 # - Unit height in pixels\n"
     ".eqv DISPLAY_WIDTH, 512 # - Display width in pixels\n.eqv DISPLAY_HEIGHT, 256 # - Display height in pixels\n"
     ".eqv COLS, 256 # in bytes (DISPLAY_WIDTH / UNIT_WIDTH) * 4\n"
     ".eqv ROWS, 128 # in bytes (DISPLAY_HEIGHT / UNIT_HEIGHT) * 4\n"
     "ADDRESS: .word 0x10010000 # base address of the display\n",
     wide},
    {"address_in_code_in_vietnamese",
     ".eqv MONITOR_SCREEN 0x10040000 # Dia chi bat dau cua bo nho man hinh\n# unit 8x8, display 512x512\n", game},
    {"keyboard_below_the_display",
     "# Unit width in pixels: 8\n# Unit height in pixels: 8\n# Display width in pixels: 256\n"
     "# Display height in pixels: 256\n# The address of the keyboard is 0xffff0000. Don't forget to connect it!\n"
     "# Base Address for Display: 0x10008000 ($gp)\n",
     toronto},
    {"grid_of_units",
     "# 32x32 grid of units (256 pixels / 8 pixels per unit = 32), bitmap display at base address 0x10010000\n",
     pocket},
    {"cells_with_their_pixels",
     "# Bitmap Display: 256 x 128 cells (2x2 pixels), base address static data\n",
     {2, 2, 512, 256, 0x10010000}},
    {"grid_within_the_pixel_grid",
     "# The bitmap display: a 32x32 grid within the 256x256 pixel grid\n# Base address: 0x10010000\n", pocket},
    {"calculations_beside_settings",
     "# Unit width: 8\n# Unit height: 8\n# Display width: 512\n# Display height: 512\n"
     "# Total units: (512/8) * (512/8) = 64 x 64 = 4096 pixels\n# offset of 16384 = 4 * (512 / 8)^2 from base heap\n",
     game},
    {"spanish_board",
     "# Bitmap: tablero de 32x32, cada celda de 16 x 16 píxeles\n# Dirección base: heap\n",
     {16, 16, 512, 512, 0x10040000}},
    {"spanish_window", "# Tamaño de la ventana: 512x512\n# Unidad: 8x8\n# Dirección: 0x10040000\n", game},
    {"portuguese_graphic_unit",
     "# Largura da Unidade Gráfica = 8\n# Altura da Unidade Gráfica = 8\n# Largura da tela em pixels = 512\n"
     "# Altura da tela em pixels = 512\n# Endereço de memória inicial que será associado à tela: 0x10040000\n"
     "# L (largura da tela em unidades gráficas) -> 512 / 8 = 64\n",
     game},
    {"portuguese_resolution", "# Resolução: 512x512, unidade: 8x8, endereço base: heap\n", game},
    {"french_grid", "# Fenêtre de 512 x 512 pixels, grille de 64x64\n# Adresse de base : heap\n", game},
    {"german_compounds",
     "# Einheitsbreite: 8\n# Einheitshöhe: 8\n# Bildschirmbreite: 512\n# Bildschirmhöhe: 512\n# Basisadresse: Heap\n",
     game},
    {"german_field", "# Spielfeld 64x64, 8 Pixel pro Einheit, Basisadresse 0x10040000\n", game},
    {"turkish_grid", "# Ekran: 512x512 piksel, ızgara 64x64\n# Taban adresi: 0x10040000\n", game},
    {"vietnamese_resolution", "# Độ phân giải: 512x512, đơn vị: 8x8, địa chỉ: 0x10040000\n", game},
    {"chinese_resolution", "# 屏幕分辨率: 512x512, 单位: 8x8, 基地址: 0x10040000\n", game},
    {"units_behind_their_numbers", "# Use the bitmap display: 8x8 unit, 512x512 px, base address heap\n", game},
    {"each_pixel", "#display 512 by 512, each pixel 8x8\n# bitmap base address heap\n", game},
    {"four_by_four",
     "# Bitmap display settings: Unit 32x32, Display 128x128 pixels\n"
     "# This creates a 4x4 grid where each cell is 32x32 pixels\n"
     ".eqv MONITOR_SCREEN 0x10010000  # Start address of display memory\n",
     {32, 32, 128, 128, 0x10010000}},
    {"pixel_dimensions", "# Set pixel dimensions to `8x8`\n# Set display dimensions to `512x512`\n# Use heap as base\n",
     game},
    {"board_in_parentheses",
     "# Unit Width = 8, Unit Height = 8, Display Width = 256, Display Height = 256 (32x32 board)\n"
     "# Base address for display 0x10008000 ($gp)\n# Big ship: 0 0 0 3\n# Medium ships: 5 3 5 5 , 6 0 6 2\n",
     toronto},
    {"words_written_together",
     "# unitwidth: 8\n# unitheight: 8\n# displaywidth: 512\n# displayheight: 512\n# base: heap\n", game},
};

INSTANTIATE_TEST_SUITE_P(Met, HeaderVariant, testing::ValuesIn(met_variants), test_name);

struct RuleRow {
    const char* name;
    const char* example;
    const char* reads;
};

constexpr RuleRow rule_rows[] = {
#define HEADER_RULE(name, shape, from, words, lacks, range, gives, rank, example, reads) {#name, example, reads},
#include "bitmap/header_rules.inc"
#undef HEADER_RULE
};

class HeaderRule : public testing::TestWithParam<RuleRow> {};

TEST_P(HeaderRule, ReadsItsExampleByItself) {
    const HeaderHint hint = read("frameBuffer: .space 4\n# " + std::string(GetParam().example) + "\n");
    std::istringstream expected(GetParam().reads);
    std::string what;
    size_t count = 0;
    bool is_used = false;
    const auto expect = [&](Setting setting, u32 value) {
        if (value != 0) {
            ++count;
            ASSERT_TRUE(hint[setting].has_value()) << setting_name(setting);
            EXPECT_EQ(hint[setting]->value, value) << setting_name(setting);
            is_used = is_used || hint[setting]->rule == GetParam().name;
        }
    };
    while (expected >> what) {
        u32 first = 0;
        u32 second = 0;
        if (what == "base") {
            expected >> std::hex >> first >> std::dec;
            expect(Setting::base, first);
            continue;
        }
        expected >> first >> second;
        if (what == "cells") {
            ASSERT_TRUE(hint.cells.has_value());
            EXPECT_EQ(hint.cells->width, first);
            EXPECT_EQ(hint.cells->height, second);
            is_used = true;
            continue;
        }
        const bool is_unit = what == "unit";
        expect(is_unit ? Setting::unit_width : Setting::display_width, first);
        expect(is_unit ? Setting::unit_height : Setting::display_height, second);
    }
    EXPECT_TRUE(is_used) << "another rule took it";
    // A grid and a unit together say the display.
    EXPECT_EQ(hint.count(), hint.cells && count == 2 ? 4 : count);
}

INSTANTIATE_TEST_SUITE_P(All, HeaderRule, testing::ValuesIn(rule_rows),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(All, HeaderVariant, testing::ValuesIn(variants), test_name);

TEST(HeaderHint, ReadsAllFiles) {
    const std::string_view sources[] = {"main: nop\n", "\n# Unit width: 4\n#\tBase address: heap\n"};
    const HeaderHint hint = read_header_hint(sources);
    ASSERT_TRUE(hint[Setting::unit_width].has_value());
    ASSERT_TRUE(hint[Setting::base].has_value());
    EXPECT_EQ(hint[Setting::unit_width]->value, 4u);
    EXPECT_EQ(hint[Setting::base]->value, 0x10040000u);
    EXPECT_EQ(hint.count(), 2u);
    EXPECT_FALSE(hint.complete());
    EXPECT_FALSE(hint[Setting::display_width].has_value());
}

TEST(HeaderHint, PrefersThePlainerThenTheEarlier) {
    const HeaderHint hint =
        read("# display 256x256 once\n# Display width in pixels: 512\n# Display width in pixels: 128\n");
    EXPECT_EQ(hint[Setting::display_width]->value, 512u);
    EXPECT_EQ(hint[Setting::display_height]->value, 256u);
}

TEST(HeaderHint, TakesASizeRatherThanACount) {
    const HeaderHint hint = read(
        "# The unit under the pointer is white; unit 0 is red while the key w is held,\n"
        "# unit 1 changes with every frame shown.\n"
        "# Bitmap display: unit 16x16, display 512x512, base address 0x10040000 (heap)\n");
    EXPECT_EQ(hint.over({}), (Geometry{16, 16, 512, 512, 0x10040000})) << describe(hint.over({}));
}

TEST(HeaderHint, IgnoresWhatCannotBe) {
    const HeaderHint hint = read(
        "# Unit width: 0\n# Unit height: 64\n# Display width: 8\n# Display height: 99999999999999999999\n"
        "# Base address: 0x10010002\n");
    EXPECT_EQ(hint.count(), 0u);
}

TEST(HeaderHint, SeesNothingInOrdinaryComments) {
    constexpr const char* ordinary[] = {
        "# Connect four: the board has 7 columns and 6 rows\n# prints unit prices, 25 each, base price 40\n",
        "# display the board\nla $a0, board # address of the board, 42 bytes\n# width of the board: 7, height: 6\n",
        ".asciiz \"Display width in pixels: 512  Base address: 0x10040000\"\n",
        "# Unit 3 of the course, exercise 12\n# the heap begins at 0x10040000\n",
        "li $v0, 4 # print string\nli $a0, 512 # 512 x 512 matrix\n",
        "# pushes $ra, 4 bytes wide; $gp stays 0x10008000\n",
        "add $t0, $t0, 64 # next row, 64 bytes\nli $t1, 0x00ff0000 # red on the display\n",
        "# display the 64x64 identity matrix\n# each word is 4 bytes, 32 bits per unit\n",
        "# Unit 2, problem 4: print the table with width 8\n# Unit 8 test\n",
        "# screen 1: the menu; screen 2: the game\n# press 1 for one unit, 2 for two units\n",
        "# The display shows 16, 32, 64 and 128 in turn\n",
        "# base 16, width 8: hexadecimal with 8 digits\n# base 2, width 32\n",
        "# the address of the keyboard is 0xffff0000, of the display 0xffff000c (MMIO keyboard)\n",
        "# display 1024 bytes per line\n# the unit costs 32 dollars, 16 in packs of 8\n",
        "# Player1 vs Player2: 8x8 chess board, squares of 1 character\n",
        "# display: 4 * 256 = 1024 bytes\n# 512 / 8 = 64 units\n",
        "# window of 64 samples, height 32\n# frame size 32 bytes, base pointer $fp\n",
        "# Version 4.5, 2 units tested, 16 of 32 registers displayed\n",
    };
    for (const char* source : ordinary) {
        const HeaderHint hint = read(source);
        EXPECT_FALSE(hint.convincing()) << source << describe(hint.over({}));
    }
}

TEST(HeaderHint, TakesNoSettingFromProseBesideABitmap) {
    constexpr const char* prose[] = {
        "# Bitmap\n# paint the second unit on the first row green. Why $t0+4?\n",
        "# Bitmap\n# paint the first unit on the second row blue. Why +128?\nsw $t3, 128($t0) # unit 128($t0)\n",
        "# bitmap\n# draws the 16x16 pixel sprite of player 2\n",
        "# bitmap\nbmdW: .word 64 # bitmap display width / 8\n",
        "# bitmap\n# coordinates in units (0-63), colours 0-255\n",
        "# bitmap\n# each unit is 4 bytes; a row is 64 units, 256 bytes\n",
        "# bitmap\n# Milestone 4, easy features 4, 7, 9, hard features 1, 3; unit 1 of CSC258\n",
        "# bitmap\n# Unit width: 8 inches? no: 256\n# Option 2: bitmap\n",
    };
    for (const char* source : prose) {
        const HeaderHint hint = read(source);
        const bool only_width = hint.count() == 1 && hint[Setting::unit_width] && hint[Setting::unit_width]->value == 8;
        EXPECT_TRUE(hint.count() == 0 || only_width) << source << describe(hint.over({}));
    }
}

TEST(HeaderHint, TakesTheSizeThatAFrameBufferIsMadeFor) {
    const HeaderHint hint = read("frameBuffer: .space 0x80000 # 512 wide X 256 high pixels\nw: .word 100\n");
    EXPECT_TRUE(hint.convincing());
    EXPECT_EQ(hint[Setting::display_width]->value, 512u);
    EXPECT_EQ(hint[Setting::display_height]->value, 256u);
    EXPECT_EQ(hint.count(), 2u);
}

TEST(HeaderHint, NoticesAMention) {
    EXPECT_TRUE(read("frameBuffer: .space 0x80000\n").mentions_display);
    EXPECT_TRUE(read(".eqv BITMAP_DISPLAY 0x10010000\n").mentions_display);
    EXPECT_TRUE(read("# needs the Bitmap Display\n").mentions_display);
    EXPECT_FALSE(read("la $a0, bitmap\n").mentions_display);
}

TEST(HeaderHint, TakesTheNamesOfOtherConfigurations) {
    const std::string_view sources[] = {"# Unit width: 8\n# Base address: heap\n"};
    BaseNames compact;
    compact.heap = 0x2000;
    EXPECT_EQ(read_header_hint(sources, compact)[Setting::base]->value, 0x2000u);
}

std::vector<u32> board(u32 columns, u32 rows) {
    std::vector<u32> words(size_t{columns} * rows, 0x101010);
    for (u32 y = rows / 8; y < rows; ++y) {
        for (u32 x = columns / 4; x < columns * 3 / 4; ++x) {
            words[size_t{y} * columns + x] = x % 8 < 2 ? 0x0000ff : 0xff0000 + y / 8;
        }
    }
    return words;
}

TEST(Guess, FindsRowLengthAndBase) {
    for (u32 columns : {32u, 64u, 128u, 256u}) {
        const auto words = board(columns, columns);
        const WordView view(words.data(), words.size());
        const auto region = written_region(0x10040000, view, {});
        EXPECT_EQ(region.first, 0x10040000u);
        const Guess guess = guess_geometry({}, region, 0x10040000, view);
        EXPECT_EQ(guess.geometry, (Geometry{512 / columns, 512 / columns, 512, 512, 0x10040000}))
            << describe(guess.geometry);
        EXPECT_NE(guess.sentence.find("guessed"), std::string::npos);
        EXPECT_NE(guess.sentence.find("512x512 px"), std::string::npos);
    }
}

TEST(Guess, KeepsWhatTheHeaderSays) {
    const auto words = board(64, 64);
    const WordView view(words.data(), words.size());
    const HeaderHint sized = read("# Display width: 256\n# Display height: 256\n");
    const Guess guess = guess_geometry(sized, written_region(0x10008000, view, {}), 0x10008000, view);
    EXPECT_EQ(guess.geometry, (Geometry{4, 4, 256, 256, 0x10008000})) << describe(guess.geometry);
}

TEST(Guess, NamesOnlyWhatMarsCanBeSetTo) {
    const auto is_listed = [](u32 value, u32 least, u32 most) {
        return value >= least && value <= most && (value & (value - 1)) == 0;
    };
    const HeaderHint hints[] = {{},
                                read("# bitmap, unit width 8, unit height 4\n"),
                                read("# display height: 64\n"),
                                read("# bitmap: tablero de 32x32\n")};
    for (const HeaderHint& hint : hints) {
        for (size_t count : {64u, 300u, 512u, 1000u, 5000u, 65536u, 70000u, 1048576u}) {
            for (u32 shape : {1u, 16u, 96u, 512u, 4096u}) {
                std::vector<u32> words(count);
                for (size_t i = 0; i < count; ++i) {
                    words[i] = static_cast<u32>(i / shape * 0x10301 % 0xffffff + i % shape);
                }
                const WordView view(words.data(), words.size());
                const auto region = written_region(0x10040000, view, {});
                const Geometry found = guess_geometry(hint, region, 0x10040000, view).geometry;
                EXPECT_TRUE(is_listed(found.unit_width, 1, 32) && is_listed(found.unit_height, 1, 32) &&
                            is_listed(found.display_width, 64, 1024) && is_listed(found.display_height, 64, 1024))
                    << count << " words, " << shape << ": " << describe(found);
                EXPECT_EQ(found.base, 0x10040000u);
            }
        }
    }
}

TEST(Guess, TakesTheGridThatACommentNames) {
    const std::vector<u32> words(1024, 0xff0000);
    const WordView view(words.data(), words.size());
    const HeaderHint hint = read("# bitmap: tablero de 32x16\n");
    const Guess guess = guess_geometry(hint, written_region(0x10010000, view, {}), 0x10010000, view);
    EXPECT_EQ(guess.geometry, (Geometry{16, 16, 512, 256, 0x10010000})) << describe(guess.geometry);
}

TEST(Guess, KeepsWhatACommentSaysBeyondTheLists) {
    const auto words = board(64, 64);
    const WordView view(words.data(), words.size());
    const HeaderHint odd = read("# bitmap\n# Unit width: 10\n# Unit height: 10\n");
    const Guess guess = guess_geometry(odd, written_region(0x10008000, view, {}), 0x10008000, view);
    EXPECT_EQ(guess.geometry.unit_width, 10u);
}

TEST(Guess, SurvivesOddRegions) {
    const std::vector<u32> one = {1};
    for (const WrittenRegion region : {WrittenRegion{0x10010000, 0x10010000}, WrittenRegion{0xfffffffc, 0xfffffffc},
                                       WrittenRegion{0, 0}, WrittenRegion{0xffffffff, 0}}) {
        const Guess guess = guess_geometry({}, region, region.first, WordView(one.data(), 1));
        EXPECT_GT(guess.geometry.units(), 0u);
    }
}

std::vector<u32> filled(size_t count, u32 (*value)(u32)) {
    std::vector<u32> words(count);
    for (size_t i = 0; i < count; ++i) {
        words[i] = value(static_cast<u32>(i));
    }
    return words;
}

bool looks_drawn(const std::vector<u32>& words) {
    return looks_drawn(WordView(words.data(), words.size()), {});
}

TEST(LooksDrawn, SaysYesToPictures) {
    EXPECT_TRUE(looks_drawn(filled(4096, [](u32 i) { return i % 64 < 16 ? 0x001e50c0u : 0x00ff8000u; })));
    EXPECT_TRUE(looks_drawn(filled(4096, [](u32) { return 0x00ff0000u; }))) << "a screen of one colour";
    EXPECT_TRUE(looks_drawn(filled(1024, [](u32 i) { return i / 32 % 4 == 0 ? 0x00ff8800u : 0u; })));
}

TEST(LooksDrawn, SaysNoToOrdinaryArrays) {
    const std::pair<const char*, std::vector<u32>> arrays[] = {
        {"zeros", std::vector<u32>(4096)},
        {"counters", filled(4096, [](u32 i) { return i; })},
        {"a sieve", filled(100'000, [](u32 i) { return i % 3; })},
        {"infinity, a million", filled(4096, [](u32) { return 1'000'000u; })},
        {"infinity in nines", filled(4096, [](u32 i) { return i % 7 == 0 ? i : 999'999u; })},
        {"infinity, nearly 2^31", filled(4096, [](u32) { return 0x7fffffffu; })},
        {"powers of two", filled(4096, [](u32) { return 0x10000u; })},
        {"addresses", filled(4096, [](u32 i) { return 0x10010000u + i / 4 * 16; })},
        {"floats", filled(4096, [](u32 i) { return 0x3f800000u + i / 8; })},
        {"text", filled(4096, [](u32) { return 0x64636261u; })},
        {"random numbers", filled(4096, [](u32 i) { return (i * 1103515245u + 12345u) >> 8; })},
        {"sums with plateaus", filled(4096, [](u32 i) { return i / 16 * 12'345u; })},
        {"a small palette", filled(200, [](u32) { return 0x00ff0000u; })},
    };
    for (const auto& [name, words] : arrays) {
        EXPECT_FALSE(looks_drawn(words)) << name;
    }
    const auto image = filled(4096, [](u32) { return 0x00ff0000u; });
    EXPECT_FALSE(looks_drawn(WordView(image.data(), image.size()), image)) << "what .data put there";
}

}  // namespace
}  // namespace mariner::bitmap
