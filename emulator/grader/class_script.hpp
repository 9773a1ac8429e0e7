#pragma once
// Sorting and filtering of the class's table in the browser. Without it the page says the same. The page lets nothing
// run but this very text, by its hash; tests/lms/pages.py works it out anew.

#include <string_view>

namespace mariner::grader {

inline constexpr std::string_view class_script_hash = "sha256-dIhKnPDU6XXlefcU/h9/wsBS3Osg1PDaYV+zcfXGy1A=";

inline constexpr std::string_view class_script = R"script("use strict";
(() => {
  const table = document.getElementById("everybody");
  if (!table) { return; }
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const text = (row, i) => row.cells[i].textContent.trim();
  const value = (row, i) => {
    const shown = text(row, i).replace("−", "-").replaceAll(",", "");
    return shown !== "" && Number.isFinite(Number(shown)) ? Number(shown) : null;
  };
  const names = new Intl.Collator(undefined, {numeric: true});
  const compare = (a, b, i) => {
    const left = value(a, i), right = value(b, i);
    return left !== null && right !== null ? left - right
      : left !== null ? 1 : right !== null ? -1 : names.compare(text(a, i), text(b, i));
  };
  heads.forEach((head, i) => {
    if (head.textContent.trim() === "") { return; }
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.title = (head.title ? head.title + ": " : "") + "sort";
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) { other.removeAttribute("aria-sort"); }
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => (down ? -1 : 1) * compare(a, b, i));
      body.append(...rows);
    });
  });
  const label = (words, control) => {
    const made = document.createElement("label");
    made.append(words + " ", control);
    return made;
  };
  const search = document.createElement("input");
  search.type = "search";
  const kind = document.createElement("select");
  const choices = [["", "everybody"], ["late", "who is late"], ["absent", "who handed in nothing"],
                   ["written", "whose answers may be written in"]];
  heads.forEach((head, i) => {
    if (head.classList.contains("case")) { choices.push(["case" + i, "who hasn’t passed case " + head.textContent.trim() + ": " + head.title]); }
  });
  for (const [key, words] of choices) { kind.append(new Option(words, key)); }
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const bar = document.createElement("p");
  bar.className = "tools";
  bar.append(label("Name:", search), " ", label("Show:", kind), " ", said);
  table.parentElement.before(bar);
  const filter = () => {
    const wanted = search.value.trim().toLocaleLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = kind.value.startsWith("case") ? !row.cells[Number(kind.value.slice(4))].querySelector(".good")
        : kind.value === "" || row.dataset[kind.value] !== undefined;
      row.hidden = !(fits && text(row, 0).toLocaleLowerCase().includes(wanted));
      shown += row.hidden ? 0 : 1;
    }
    said.textContent = shown === rows.length ? "" : shown + " of " + rows.length;
  };
  search.addEventListener("input", filter);
  kind.addEventListener("change", filter);
})();
)script";

}  // namespace mariner::grader
