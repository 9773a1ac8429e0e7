// Where the page's layout changes, as style.css has it; and its fixed parts by their ids.

export const byId = (id: string) => document.getElementById(id)!;
export const narrow = matchMedia('(max-width: 639px)');
export const medium = matchMedia('(max-width: 1023px)');
export const wide = matchMedia('(min-width: 1600px)');
