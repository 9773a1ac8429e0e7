// Questions about a moment: of many that are asked, only the running one and the latest are answered.

export class Latest<Question> {
    #next: Question | null = null;
    #isAtWork = false;
    #isForgotten = false;

    constructor(private readonly work: (question: Question) => Promise<void>, private readonly failed: (problem: unknown) => void) {}

    get isIdle(): boolean { return !this.#isAtWork; }
    /** Somebody has asked again, or wants no answer any more. */
    get isOutdated(): boolean { return this.#isForgotten || this.#next !== null; }

    ask(question: Question): void {
        this.#next = question;
        this.#isForgotten = false;
        if (!this.#isAtWork) {
            void this.#go();
        }
    }
    /** What was asked is forgotten; what is at work on it may look at isOutdated. */
    forget(): void {
        this.#next = null;
        this.#isForgotten = true;
    }

    async #go(): Promise<void> {
        this.#isAtWork = true;
        while (this.#next !== null) {
            const question = this.#next;
            this.#next = null;
            try {
                await this.work(question);
            } catch (problem) {
                this.failed(problem);
            }
        }
        this.#isAtWork = false;
    }
}
