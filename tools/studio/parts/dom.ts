// Small words for making elements. Text is always set as text: nothing that a program or a link says becomes markup.

type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** `on...` are listeners; true is an attribute without a value; false, null and undefined leave it out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') {
            element.addEventListener(name.slice(2), value as EventListener);
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? '' : String(value));
        }
    }
    element.append(...children.filter((child): child is Node | string => child !== null && child !== false && child !== undefined));
    return element;
}

export function icon(name: string): SVGSVGElement {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('class', 'i');
    svg.setAttribute('aria-hidden', 'true');
    const use = document.createElementNS(space, 'use');
    use.setAttribute('href', `#i-${name}`);
    svg.append(use);
    return svg;
}

/** Acts in the frame after `element` has got another size. Not at once: what acts may change sizes itself, and a browser complains of an observer that does. */
export function onResize(element: Element, act: () => void): void {
    let isDue = false;
    new ResizeObserver(() => {
        if (!isDue) {
            isDue = true;
            requestAnimationFrame(() => {
                isDue = false;
                act();
            });
        }
    }).observe(element);
}

/** Where a row of tabs has more than it shows. */
function showEnds(list: HTMLElement): void {
    list.classList.toggle('begun', list.scrollLeft > 1);
    list.classList.toggle('cut', list.scrollLeft + list.clientWidth < list.scrollWidth - 1);
}
const scrolling = new WeakSet<HTMLElement>();
function makeScrollable(list: HTMLElement): void {
    if (scrolling.has(list)) {
        return;
    }
    scrolling.add(list);
    onResize(list, () => showEnds(list));
    list.addEventListener('scroll', () => showEnds(list));
    // Most mice have a wheel for one direction only.
    list.addEventListener('wheel', (event) => {
        if (list.scrollWidth > list.clientWidth && Math.abs(event.deltaY) > Math.abs(event.deltaX)) {
            event.preventDefault();
            list.scrollLeft += event.deltaY;
        }
    });
}

/** A row of tabs: arrows move, one of them can be reached by Tab. */
export function tabs(list: HTMLElement, items: {id: string; title: string; controls: string; extra?: Node | null; icon?: string}[], chosen: string, choose: (id: string) => void): void {
    const hadFocus = list.contains(document.activeElement);
    makeScrollable(list);
    list.replaceChildren(...items.map((item) => h('button', {
        role: 'tab', 'aria-selected': String(item.id === chosen), tabindex: item.id === chosen ? 0 : -1, 'aria-controls': item.controls,
        'data-id': item.id, type: 'button', onclick: () => choose(item.id),
    }, item.icon ? icon(item.icon) : null, h('span', {}, item.title), item.extra ?? null)));
    if (items.length > 0 && !items.some(({id}) => id === chosen)) {
        (list.firstElementChild as HTMLElement).tabIndex = 0;
    }
    list.onkeydown = (event) => {
        const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        const at = items.findIndex(({id}) => id === chosen);
        if (by && items.length > 0) {
            event.preventDefault();
            choose(items[(at + by + items.length) % items.length]!.id);
        }
    };
    const shown = list.querySelector<HTMLElement>('[aria-selected="true"]');
    if (hadFocus) {
        shown?.focus();
    }
    // Where they don't all fit, the chosen one is in sight, and the others fade out.
    if (shown && (shown.offsetLeft < list.scrollLeft || shown.offsetLeft + shown.offsetWidth > list.scrollLeft + list.clientWidth)) {
        list.scrollLeft = shown.offsetLeft - list.clientWidth / 4;
    }
    showEnds(list);
}

export function emptyNote(name: string, text: string): HTMLElement {
    return h('div', {class: 'none'}, icon(name), h('p', {}, text));
}

export function saveFile(name: string, content: BlobPart, type = 'text/plain'): void {
    const address = URL.createObjectURL(new Blob([content], {type}));
    h('a', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A field in the place of a value: Enter takes what was typed, Escape and going elsewhere leave it. */
export function editCell(place: Element, text: string, label: string, done: (isTaken: boolean, text: string) => void): void {
    const input = h('input', {class: 'cell-edit', value: text, 'aria-label': label});
    let isDone = false;
    const finish = (isTaken: boolean) => {
        if (!isDone) {
            isDone = true;
            done(isTaken, input.value);
        }
    };
    input.addEventListener('keydown', (event) => {
        event.stopPropagation();
        if (event.key === 'Enter' || event.key === 'Escape') {
            finish(event.key === 'Enter');
        }
    });
    input.addEventListener('blur', () => finish(false));
    place.replaceChildren(input);
    input.select();
}

/** The message's `code` in back quotes, and names of registers without them, as elements. */
export function spoken(text: string): (Node | string)[] {
    return text.split(/`([^`]*)`|(\$[a-z][a-z0-9]*)/).map((part, i) => i % 3 === 0 ? part : part === undefined ? '' : h('code', {}, part)).filter((part) => part !== '');
}

/** The core's sentences go on behind a place; alone they begin and end as sentences do. */
export const asSentence = (text: string): string => text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
