// Regular expressions for a module that has none of its own (judge.wasm): patterns as RE2 writes them, over bytes.
//
//     const patterns = new Patterns();
//     WebAssembly.instantiate(module, {..., patterns: patterns.imports(() => instance.exports.memory)});

const most = 10;

/// A character for each byte.
function characters(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) {
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return text;
}

/// RE2's ways to say what JavaScript says otherwise: flags at the beginning, ends of the text, names of groups.
export function expressionOf(source) {
    const flags = /^\(\?([ims]+)\)/.exec(source);
    const rest = (flags ? source.slice(flags[0].length) : source).replace(/\\[\s\S]|\(\?P</g, (part) =>
        part === '\\A' ? '(?<![\\s\\S])' : part === '\\z' ? '(?![\\s\\S])' : part === '(?P<' ? '(?<' : part);
    return new RegExp(rest, `dgm${[...new Set(flags?.[1] ?? '')].filter((one) => one !== 'm').join('')}`);
}

export class Patterns {
    #known = [null];
    #text = '';

    imports(memory) {
        const read = (address, size) => characters(new Uint8Array(memory().buffer, address, size));
        return {
            compile: (address, size) => {
                try {
                    return this.#known.push(expressionOf(read(address, size))) - 1;
                } catch {
                    return 0;
                }
            },
            release: (number) => { this.#known[number] = null; },
            set_text: (address, size) => { this.#text = read(address, size); },
            find: (number, from, places) => {
                const expression = this.#known[number];
                expression.lastIndex = from;
                const found = expression.exec(this.#text);
                if (found) {
                    const out = new Uint32Array(memory().buffer, places, 2 * most);
                    for (let i = 0; i < most; ++i) {
                        [out[2 * i], out[2 * i + 1]] = found.indices[i] ?? [1, 0];
                    }
                }
                return Number(found !== null);
            },
        };
    }
}
