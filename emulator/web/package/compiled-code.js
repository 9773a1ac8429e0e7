// What the module's compiling engine asks of its surroundings (emulator/backend_wasm/instance.cpp): to make functions of
// modules that it writes while a program runs. Where that isn't allowed (a Content-Security-Policy without
// 'wasm-unsafe-eval'), it says so, and the interpreter does everything.
//
//     const compiled = new CompiledCode();
//     ... imports(module, {compiled: compiled.imports(() => instance.exports.memory)});

// (module (table (export "table") 1 funcref)
//   (func (export "run") (param $function i32) (param $entry i32) (param $budget i32) (result i32)
//     (call_indirect (param i32 i32) (result i32) $entry $budget $function)))
// Through it a call from one module to another never comes by JavaScript.
const switchboard = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0,
    1, 14, 2, 96, 2, 127, 127, 1, 127, 96, 3, 127, 127, 127, 1, 127,
    3, 2, 1, 1,
    4, 4, 1, 112, 0, 1,
    7, 15, 2, 5, 116, 97, 98, 108, 101, 1, 0, 3, 114, 117, 110, 0, 0,
    10, 13, 1, 11, 0, 32, 1, 32, 2, 32, 0, 17, 0, 0, 11,
]);

/// Steps of a program before its hot parts are compiled: by then the interpreter has been at it for some 20 milliseconds,
/// more than a compiler costs.
const usualPatience = 20e6;
const never = -1;

export class CompiledCode {
    #patience;
    #table;
    #run;
    #free = [];

    /// patience: steps, or never.
    constructor(patience = usualPatience) {
        this.#patience = Number(patience);
        try {
            const {exports} = new WebAssembly.Instance(new WebAssembly.Module(switchboard));
            this.#table = exports.table;
            this.#run = exports.run;
        } catch {
            this.#patience = never;
        }
    }

    /// `memory`: gives the module's memory, once it has one.
    imports(memory) {
        return {
            patience: () => this.#patience,
            make: (address, size) => this.#make(memory(), address, size),
            run: this.#run ?? (() => 0),
            forget: (number) => {
                this.#table.set(number, null);
                this.#free.push(number);
            },
        };
    }

    /// A function's number; 0 if it can't be made.
    #make(memory, address, size) {
        try {
            const bytes = new Uint8Array(memory.buffer, address, size);
            const {exports} = new WebAssembly.Instance(new WebAssembly.Module(bytes), {mariner: {memory}});
            const number = this.#free.pop() ?? this.#table.grow(1);
            this.#table.set(number, exports.run);
            return number;
        } catch {
            return 0;
        }
    }
}
