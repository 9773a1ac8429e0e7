#pragma once
// What a bot's page does in the browser: it makes the links that open a game in the studio. What stands in them but for
// the moves is the same in all and stands in the page once. They are deflated in form only (a block as it is), so that
// the page needs nobody's compressor. It lets nothing run but this very text, by its hash; tests/league/run.py works it
// out anew.

#include <string_view>

namespace mariner::league {

inline constexpr std::string_view badge_style =
    ".badge{display:inline-block;padding:0 .5rem;border-radius:4px;font-size:.85rem;font-weight:600}"
    ".good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}"
    ".warn{color:var(--warn);background:var(--warn-bg)}";

inline constexpr std::string_view league_script_hash = "sha256-/QYz8q+1jthX154621/29GBPdFXljE0N6vECvrT1L+c=";

inline constexpr std::string_view league_script = R"script("use strict";
(() => {
  const begin = atob(document.querySelector("main").dataset.studio);
  for (const link of document.querySelectorAll("a[data-moves]")) {
    const text = begin + [...link.dataset.moves].map((column) => column + "\\n").join("") + "\"}";
    const size = [text.length, ~text.length].map((n) => String.fromCharCode(n & 255, n >> 8 & 255)).join("");
    const packed = btoa("\u0001" + size + text);
    link.href += "#v1." + packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
})();
)script";

}  // namespace mariner::league
