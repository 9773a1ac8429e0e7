// What the parts of a run's conductor want of him.

export interface Lead {
    /** A program that runs is stopped first: some questions only one at rest can be asked. */
    settle: () => Promise<void>;
    /** What goes wrong is said. */
    attempt: (work: () => Promise<unknown>) => Promise<void>;
    say: (sentence: string) => void;
    seek: (step: number) => Promise<void>;
}
