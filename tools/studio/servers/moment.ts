// Questions about a moment: of many that are asked, only the running one and the latest are answered.

export class Latest<Question> {
    #next: Question | null = null;
    #isAtWork = false;

    constructor(private readonly work: (question: Question) => Promise<void>, private readonly failed: (problem: unknown) => void) {}

    get isIdle(): boolean { return !this.#isAtWork; }

    ask(question: Question): void {
        this.#next = question;
        if (!this.#isAtWork) {
            void this.#go();
        }
    }
    /** What was asked and hasn't begun is forgotten. */
    forget(): void { this.#next = null; }

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
