// Who made this? Asked of anything that can be seen, and of the answer again, back to where a value came from.

import {sourceOf} from '../state/derive.ts';
import type {Change} from '../state/changes.ts';
import type {Piece, Studio, Use, Who, Writer} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Debug} from '../servers/debug.ts';
import {wordsOf} from '../words/words.ts';
import type {Lead} from './lead.ts';

/** A chain is followed by itself as long as there is one thing to follow. */
const longestChain = 8;

export class Inquiry {
    /** Where one stood when one asked. */
    #asked: {step: number}[] = [];

    constructor(private readonly store: Store, private readonly debug: Debug, private readonly lead: Lead) {}

    get #studio(): Studio { return this.store.value; }
    get #words() { return wordsOf(this.#studio.language); }
    #change(change: Change): void { this.store.change(change); }

    /** Of another run. */
    forget(): void { this.#asked = []; }
    async wrote(subject: string, use: Partial<Use>, isUnit = false): Promise<void> {
        await this.#who(subject, isUnit, (step) => this.debug.whoWrote(use, step));
    }
    async printed(piece: Piece, byte: number, character: string): Promise<void> {
        if (piece.kind === 'output') {
            await this.#who(this.#words.character(JSON.stringify(character)), false, () => this.debug.whoPrinted(character, byte));
        }
    }
    async #who(subject: string, isUnit: boolean, ask: (step: number) => Promise<Writer | null>): Promise<void> {
        if (!this.debug.isOpen) {
            return;
        }
        await this.lead.settle();
        await this.lead.attempt(async () => {
            const from = this.#studio.moment?.step ?? 0;
            const first = await ask(from);
            const who: Who = {subject, isUnit, from, chain: first ? [{...first, subject}] : [], isMissing: first === null};
            await this.#follow(who);
            this.#change({kind: 'who', who});
            this.lead.say(first ? `${isUnit ? this.#words.whoDrew(subject) : this.#words.who(subject)} ${this.#words.atMoment(first.step, first.line, first.routine)} ${first.text}`
                : this.#words.whoNobody(subject));
        });
    }
    async #follow(who: Who): Promise<void> {
        while (who.chain.length > 0 && who.chain.length < longestChain) {
            const last = who.chain.at(-1)!;
            const source = sourceOf(last);
            const writer = source && await this.debug.whoWrote(source, last.step);
            if (!writer) {
                break;
            }
            // What the assembler made of one line is one link: where its first part uses nothing, the line sets a constant.
            if (writer.uses.length === 0 && writer.line === last.line && writer.file === last.file && writer.step === last.step - 1) {
                who.chain.splice(-1, 1, {...last, uses: []});
            } else {
                who.chain.push(writer);
            }
        }
    }
    /** From a link of the chain to who made what it used. */
    async askOn(at: Writer, use: Use): Promise<void> {
        const who = this.#studio.who;
        if (!who) {
            return;
        }
        await this.lead.attempt(async () => {
            const writer = await this.debug.whoWrote(use, at.step);
            const chain = who.chain.slice(0, who.chain.indexOf(at) + 1);
            const next: Who = {...who, chain: writer ? [...chain, writer] : chain};
            await this.#follow(next);
            this.#change({kind: 'who', who: next});
            if (!writer) {
                this.lead.say(this.#words.whoNobody(use.place || use.memoryReference));
            }
        });
    }
    async goTo(writer: Writer): Promise<void> {
        this.#asked.push({step: this.#studio.moment?.step ?? 0});
        await this.lead.seek(writer.step);
    }
    async goBack(): Promise<void> {
        const asked = this.#asked.pop();
        if (asked) {
            await this.lead.seek(asked.step);
        }
    }
    close(): void { this.#change({kind: 'who', who: null}); }
}
