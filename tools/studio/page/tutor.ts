// What others are asked about the text: the language server what is wrong with it and where names are, the grader what it
// is worth by a rubric.

import {cursorSpot, editNow, explainAtCursor, goToLine} from '../panes/caret.ts';
import type {Context} from '../panes/pane.ts';
import {rubricOf} from '../panes/tasks.ts';
import {changedWord} from '../state/derive.ts';
import type {Judge} from '../servers/judge.ts';
import type {Place, Problem, Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';

const checkAfter = 250;
/** What is wrong is shown before it is said. */
const sayAfter = 1000;

export class Tutor {
    #timer = 0;
    #speech = 0;
    #editedAt = -sayAfter;

    constructor(private readonly context: Context, private readonly judge: Judge) {}

    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.context.store.change({kind: 'set', values}); }

    /** Whoever types is checked when the typing rests. */
    noticeEdit(now: Studio, before: Studio): void {
        if (now.project.files !== before.project.files || now.active !== before.active) {
            clearTimeout(this.#timer);
            clearTimeout(this.#speech);
            this.#editedAt = performance.now();
            this.#timer = window.setTimeout(() => this.check(), checkAfter);
        }
    }
    check(): void {
        const {project, active} = this.context.store.value;
        void this.context.language.report(project.files, active).then((report) => {
            if (report) {
                const {problems} = report;
                const hadError = this.context.store.value.problems.some(({severity}) => severity === 'error');
                this.context.store.change({kind: 'problems', ...report});
                const error = problems.find(({severity}) => severity === 'error');
                if (error) {
                    this.#speech = window.setTimeout(() => this.#sayError(error), this.#editedAt + sayAfter - performance.now());
                } else if (!error && (hadError || this.context.store.value.said === '') && this.context.store.value.phase === 'none') {
                    this.context.conductor.say(this.context.words().ready);
                }
            }
        }, () => {});
    }
    #sayError({line, message, repairs}: Problem): void {
        const {phase, project} = this.context.store.value;
        if (phase === 'none') {
            const words = this.context.words();
            const meant = repairs[0] ? changedWord(project.files, repairs[0]) : null;
            this.context.conductor.say(`${words.errorAt(line, message.replaceAll('`', ''))}${meant === null ? '' : ` ${words.didYouMean(meant)}`}`);
        }
    }
    /** Of the language server, about where the cursor is. */
    async ask(what: 'explain' | 'definition' | 'references' | 'format'): Promise<void> {
        const {project, active} = this.context.store.value;
        const spot = cursorSpot(active);
        if (spot.line === 0) {
            return;
        }
        if (what === 'explain') {
            return explainAtCursor(this.context);
        }
        if (what === 'format') {
            return editNow(await this.context.language.format(project.files, active), this.context);
        }
        const places = await this.context.language[what === 'definition' ? 'definitions' : 'references'](project.files, spot).catch(() => []);
        if (places.length === 0) {
            this.context.conductor.say(this.context.words().nothingThere);
        } else if (what === 'definition' && places.length === 1) {
            this.#goTo(places[0]!);
        } else {
            this.#set({overlay: 'places', places});
        }
    }
    #goTo({file, line, from}: Place): void {
        this.#set({active: file});
        this.context.store.tell();
        goToLine(line, from);
    }
    /** The rubric's visible cases, over the program as it is now. */
    async runTasks(): Promise<void> {
        const {project, active} = this.context.store.value;
        const rubric = rubricOf(this.context.store.value);
        this.#set({machineTab: 'tasks', view: 'machine'});
        if (!rubric) {
            return this.context.conductor.say(this.context.words().noTasks);
        }
        this.#set({isJudging: true, judgement: null});
        try {
            const judgement = await this.judge.judge(rubric, project.files, await this.context.language.programOf(project.files, active));
            this.#set({judgement});
            const passed = judgement.cases.filter(({hasPassed}) => hasPassed).length;
            this.context.conductor.say(judgement.trouble !== '' ? judgement.trouble : this.context.words().judged(passed, judgement.cases.length));
        } catch (problem) {
            this.context.conductor.say((problem as Error).message);
        }
        this.#set({isJudging: false});
    }
}
