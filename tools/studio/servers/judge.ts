// What the grader says of a program by a rubric's visible cases. Its module comes when it is first asked for.

import type {CaseVerdict, Judgement, SourceFile} from '../state/model.ts';
import type {FromJudge} from '../worker/messages.ts';
import type {MakeWorker} from './core.ts';

export const isRubric = (name: string) => /\.toml$/i.test(name);
export const isSource = (name: string) => /\.(asm|s|a)$/i.test(name);

export class Judge {
    #worker: Worker | null = null;

    constructor(private readonly make: MakeWorker) {}

    /** Throws if it can't be judged at all. One at a time; the one before is given up. */
    judge(rubric: SourceFile, files: SourceFile[], programs: string[]): Promise<Judgement> {
        this.stop();
        const worker = this.make('judge.js');
        this.#worker = worker;
        return new Promise((resolve, reject) => {
            worker.onmessage = ({data}: MessageEvent<FromJudge>) => {
                this.stop();
                data.kind === 'judged' ? resolve(judgementOf(data.judgement)) : reject(new Error(data.message));
            };
            worker.onerror = ({message}) => reject(new Error(message));
            worker.postMessage({
                ...rubric, files: files.filter(({name}) => !isSource(name)),
                sources: files.filter(({name}) => programs.includes(name) || /\.inc$/i.test(name)),
            });
        });
    }
    stop(): void {
        this.#worker?.terminate();
        this.#worker = null;
    }
}

export function judgementOf(answer: any): Judgement {
    if (answer.trouble !== undefined) {
        return {title: '', points: 0, worth: 0, trouble: answer.trouble, diagnostics: '', cases: []};
    }
    const {title, worth, submission, pictures} = answer;
    return {
        title, worth, points: submission.points, trouble: '', diagnostics: submission.assembled ? '' : submission.diagnostics,
        cases: submission.cases.map((one: any): CaseVerdict => ({
            name: one.name, hasPassed: one.verdict === 'passed', points: one.points, worth: one.worth, reason: one.reason,
            input: one.input, file: one.place?.file ?? '', line: one.place?.line ?? 0,
            picture: pictures?.find((picture: any) => picture.case === one.id) ?? null,
            lines: one.checks.filter(({passed}: any) => !passed).flatMap(({diff}: any) => diff),
        })),
    };
}
