// Has the whole run looked at once more: by the checks, by who counts, by MARS's tools. Tools come in a module of their own,
// and some of them act on the program: then the run is begun anew with them, and led to where it was.

import type {Change} from '../state/changes.ts';
import {isBusy} from '../state/derive.ts';
import type {Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Debug} from '../servers/debug.ts';
import {wordsOf} from '../words/words.ts';
import type {Lead} from './lead.ts';

export class Examiner {
    #wish = '';
    #taking = Promise.resolve();

    /** `again`: the same run once more, from its beginning to where it is. */
    constructor(private readonly store: Store, private readonly debug: Debug, private readonly lead: Lead, private readonly again: () => Promise<void>) {}

    /** What the next run is launched with. */
    hasTools = false;
    acting: string[] = [];

    get #studio(): Studio { return this.store.value; }
    get #words() { return wordsOf(this.#studio.language); }
    #change(change: Change): void { this.store.change(change); }

    async check(): Promise<void> {
        await this.lead.attempt(async () => {
            this.lead.say(this.#words.checking);
            const checks = await this.debug.checks();
            this.#change({kind: 'checks', checks});
            const first = checks.findings[0];
            this.lead.say(first ? `${this.#words.checksFound(checks.findings.length)} ${this.#words.checkAt(first.line, first.message)}.` : this.#words.checksNone);
        });
    }
    stopChecking(): void {
        this.#change({kind: 'set', values: {isChecking: false}});
        this.#change({kind: 'checks', checks: null});
    }
    /** How often every line ran, up to where the run has come. */
    async count(): Promise<void> {
        if (this.debug.isOpen && this.#studio.phase !== 'running' && this.#studio.counts === null) {
            await this.lead.attempt(async () => this.#change({kind: 'counts', counts: await this.debug.counts()}));
        }
    }
    async readContents(): Promise<void> {
        if (this.debug.isOpen && this.#studio.phase !== 'running') {
            await this.lead.attempt(async () => this.#change({kind: 'contents', contents: await this.debug.contents()}));
        }
    }

    // ---- tools
    /** Which there are, and what the chosen one has counted. */
    async readTools(): Promise<void> {
        const {tool, toolKinds} = this.#studio;
        if (this.#wish === '' && toolKinds.length > 0 || isBusy(this.#studio.phase)) {
            return;
        }
        await this.lead.attempt(async () => {
            const acts = toolKinds.some(({name, isActing}) => name === tool && isActing);
            await this.#take(acts ? [this.#wish] : this.acting);
            const report = this.debug.isOpen && tool !== '' ? await this.debug.tools([this.#wish], tool) : null;
            this.#change({kind: 'set', values: {toolReport: report}});
        });
    }
    /** As the command line takes it. */
    async useTool(specification: string): Promise<void> {
        this.#wish = specification;
        this.#change({kind: 'set', values: {toolReport: null}});
        await this.readTools();
    }
    /** A key of the pad of a tool that acts, at this moment. */
    async pressPad(key: string): Promise<void> {
        await this.lead.attempt(async () => {
            await this.debug.pressPad(this.#studio.tool, key);
            await this.readTools();
        });
    }
    async #take(acting: string[]): Promise<void> {
        if (!this.hasTools || acting.join() !== this.acting.join()) {
            this.hasTools = true;
            this.acting = acting;
            this.#taking = this.#begin();
        }
        await this.#taking;
    }
    async #begin(): Promise<void> {
        await this.again();
        if (this.debug.isOpen) {
            this.#change({kind: 'set', values: {toolKinds: await this.debug.toolKinds()}});
        }
    }
}
