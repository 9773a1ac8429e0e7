#include "emulator/support/html.hpp"

#include <algorithm>
#include <array>

namespace mariner {

namespace {

/// Colours have a contrast of at least 4.5 to 1 on their background, in light and in dark.
constexpr std::string_view common_style =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1d2329;--dim:#59636e;--line:#d4d9de;--soft:#f4f6f8;--link:#0b5cad;"
    "--good:#12702f;--good-bg:#dff5e5;--bad:#b3171f;--bad-bg:#fde4e4;--warn:#855600;--warn-bg:#fdf0cf;--mark:#ffe08a}"
    "@media screen and "
    "(prefers-color-scheme:dark){:root{--bg:#14181d;--fg:#dfe4e9;--dim:#98a3ae;--line:#363e47;--soft:#1d232a;"
    "--link:#72b4ff;--good:#6fd28a;--good-bg:#153220;--bad:#ff908d;--bad-bg:#421c1e;--warn:#e5b95c;--warn-bg:#3a2d10;"
    "--mark:#6a5200}}"
    "*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);"
    "max-width:72rem;margin:0 auto;padding:1.5rem}h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.2rem;"
    "margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.2rem 0 .4rem}p{margin:.4rem 0}a{color:var(--link)}"
    ".dim{color:var(--dim)}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;"
    "padding:.25rem .7rem;border-bottom:1px solid var(--line)}th{font-weight:600;color:var(--dim)}"
    ".number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.wide{overflow-x:auto;position:"
    "relative}"
    "pre,code,.code{font:13px/1.45 ui-monospace,monospace;tab-size:8}pre{background:var(--soft);padding:.6rem .8rem;"
    "border-radius:4px;margin:.4rem 0;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}"
    "summary{cursor:pointer;font-weight:600}details{margin:.6rem 0}"
    "@media print{:root{color-scheme:light;font-size:11px}body{max-width:none;padding:0;font-size:11px}"
    "pre,.code{font-size:10px}tr,pre,svg{break-inside:avoid}h1,h2,h3{break-after:avoid}.wide{overflow:visible}"
    "summary{list-style:none}a{color:inherit;text-decoration:none}}";

struct Entity {
    char character;
    std::string_view text;
};
constexpr auto entities =
    std::to_array<Entity>({{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}});

std::string_view entity_of(char c) {
    const auto* const found =
        std::find_if(entities.begin(), entities.end(), [&](const Entity& e) { return e.character == c; });
    return found == entities.end() ? std::string_view() : found->text;
}

}  // namespace

std::string escaped_markup(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for_each_character(text, [&](std::string_view sequence) {
        const std::string_view entity = sequence.size() == 1 ? entity_of(sequence[0]) : std::string_view();
        if (!entity.empty()) {
            out += entity;
        } else if (sequence == "\n" || sequence == "\t") {
            out += sequence;
        } else {
            append_visible(out, sequence);
        }
    });
    return out;
}

std::string html_page(std::string_view title, std::string_view style, std::string_view body) {
    return html_page(title, style, body, {});
}

std::string html_page(std::string_view title, std::string_view style, std::string_view body, const PageScript& script) {
    std::string page = html_page_begin(title, style, script);
    page += body;
    return page + html_page_end(script);
}

std::string html_page_begin(std::string_view title, std::string_view style, const PageScript& script) {
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:";
    page += script.hash.empty() ? "" : "; script-src '" + std::string(script.hash) + "'";
    page += "\">\n<title>";
    page += escaped_markup(title);
    page += "</title>\n<style>";
    page += common_style;
    page += style;
    return page + "</style></head>\n<body>\n";
}

std::string html_page_end(const PageScript& script) {
    return (script.text.empty() ? "" : "<script>" + std::string(script.text) + "</script>\n") + "</body></html>\n";
}

}  // namespace mariner
