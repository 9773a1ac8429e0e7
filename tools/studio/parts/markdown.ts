// The little Markdown that the language server writes, as elements: paragraphs, headings, lists, tables, fences, `code`,
// **bold**, [links]. Whatever else stands there is shown as it is.

import {h} from './dom.ts';

function inline(text: string): (Node | string)[] {
    return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).filter((part) => part !== '').map((part) => {
        if (part.length > 2 && part.startsWith('`') && part.endsWith('`')) {
            return h('code', {}, part.slice(1, -1));
        }
        if (part.startsWith('**') && part.endsWith('**')) {
            return h('b', {}, part.slice(2, -2));
        }
        return /^\[([^\]]+)\]\(/.exec(part)?.[1] ?? part.replaceAll(/\\([\\`*_|<>[\]#-])/g, '$1');
    });
}

const cellsOf = (line: string) => line.replace(/^\s*\|/, '').replace(/\|\s*$/, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Lines that begin alike, from `at` on. */
function linesWhile(lines: string[], at: number, belongs: (line: string) => boolean): string[] {
    const end = lines.findIndex((line, i) => i > at && !belongs(line));
    return lines.slice(at, end < 0 ? lines.length : end);
}

export function markdown(text: string): HTMLElement {
    const lines = text.split('\n');
    const out = h('div', {class: 'md'});
    for (let at = 0; at < lines.length;) {
        const line = lines[at]!;
        let taken = [line];
        if (line.startsWith('```')) {
            taken = linesWhile(lines, at, (one) => !one.startsWith('```'));
            out.append(h('pre', {tabindex: 0}, taken.slice(1).join('\n')));
            ++at;
        } else if (line.startsWith('|')) {
            taken = linesWhile(lines, at, (one) => one.startsWith('|'));
            const rows = taken.filter((one) => !/^\|[\s:|-]+$/.test(one)).map((one) => h('tr', {}, ...cellsOf(one).map((cell) => h('td', {}, ...inline(cell)))));
            out.append(h('table', {}, h('tbody', {}, ...rows)));
        } else if (/^\s*[-*] /.test(line)) {
            taken = linesWhile(lines, at, (one) => /^\s*[-*] /.test(one));
            out.append(h('ul', {}, ...taken.map((one) => h('li', {}, ...inline(one.replace(/^\s*[-*] /, ''))))));
        } else if (/^#+ /.test(line)) {
            out.append(h('p', {}, h('b', {}, ...inline(line.replace(/^#+ /, '')))));
        } else if (/^-{3,}$/.test(line)) {
            out.append(h('hr'));
        } else if (line.trim() !== '') {
            taken = linesWhile(lines, at, (one) => one.trim() !== '' && !/^(```|\||\s*[-*] |#+ |-{3,}$)/.test(one));
            out.append(h('p', {}, ...inline(taken.join(' ').replaceAll('  ', ' '))));
        }
        at += taken.length;
    }
    return out;
}
