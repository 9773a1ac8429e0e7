// TABLE of languages: a row for each. A new one is a file beside this and a row here.

import {en, type Words} from './en.ts';
import {vi} from './vi.ts';

export const languages: Record<string, Words> = {en, vi};

export const wordsOf = (language: string): Words => languages[language] ?? en;

/** The first language of the browser's that there is. */
export function preferredLanguage(wishes: readonly string[]): string {
    for (const wish of wishes) {
        const language = wish.split('-')[0]!.toLowerCase();
        if (language in languages) {
            return language;
        }
    }
    return 'en';
}
