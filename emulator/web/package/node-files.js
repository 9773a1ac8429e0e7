// The files and standard streams of this machine, for Node. The module sees paths as on POSIX; on Windows C:\hw is /C:/hw.

import fs from 'node:fs';
import tty from 'node:tty';
import {FileError} from './wasi.js';

const isWindows = process.platform === 'win32';

/// From the module's words into the system's, and back.
export const toSystem = (path) => isWindows ? path.replace(/^\/+(?=[A-Za-z]:)/, '').replace(/^([A-Za-z]:)$/, '$1/') : path;
export const fromSystem = (path) => isWindows ? '/' + path.replaceAll('\\', '/') : path;

function kindOf(stat) {
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link'
        : stat.isCharacterDevice() ? 'characters' : stat.isSocket() ? 'socket' : 'other';
}
function statOf(stat) {
    return {kind: kindOf(stat), size: stat.size, id: stat.ino, modified: stat.mtimeMs};
}

class NodeFile {
    position = 0;

    constructor(number, appends) {
        this.number = number;
        this.appends = appends;
        this.hasPositions = fs.fstatSync(number).isFile();
    }
    get #place() { return this.hasPositions ? this.position : null; }
    stat() { return statOf(fs.fstatSync(this.number)); }
    read(bytes) {
        const count = fs.readSync(this.number, bytes, 0, bytes.length, this.#place);
        this.position += count;
        return count;
    }
    write(bytes) {
        const count = fs.writeSync(this.number, bytes, 0, bytes.length, this.appends ? null : this.#place);
        this.position = this.appends ? fs.fstatSync(this.number).size : this.position + count;
        return count;
    }
    truncate(size) { fs.ftruncateSync(this.number, size); }
    close() { fs.closeSync(this.number); }
}

export class NodeFiles {
    open(path, wish) {
        const {O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0} = fs.constants;
        const flags = (wish.read && wish.write ? O_RDWR : wish.write ? O_WRONLY : O_RDONLY) | (wish.append && O_APPEND)
            | (wish.create && O_CREAT) | (wish.exclusive && O_EXCL) | (wish.truncate && O_TRUNC) | (!wish.follow && O_NOFOLLOW);
        return new NodeFile(fs.openSync(toSystem(path), flags, 0o666), wish.append);
    }
    stat(path, follow) {
        const stat = follow ? fs.statSync : fs.lstatSync;
        return statOf(stat(toSystem(path)));
    }
    list(path) {
        return fs.readdirSync(toSystem(path), {withFileTypes: true}).map((entry) => ({name: entry.name, kind: kindOf(entry)}));
    }
    makeFolder(path) { fs.mkdirSync(toSystem(path)); }
    remove(path) { fs.unlinkSync(toSystem(path)); }
    removeFolder(path) { fs.rmdirSync(toSystem(path)); }
    rename(from, to) { fs.renameSync(toSystem(from), toSystem(to)); }
    readLink(path) { return fromSystem(fs.readlinkSync(toSystem(path))); }
}

const nap = new Int32Array(new SharedArrayBuffer(4));
function sleep(milliseconds) {
    Atomics.wait(nap, 0, 0, milliseconds);
}

/// Longest sleep between two looks at whether somebody has typed.
const patience = 10;

/// Standard input. Reading waits; `wait` looks ahead by way of a descriptor that doesn't: of a pipe or terminal a second
/// one, where the system gives such (Linux does), of a socket its own, once Node has seen to it. Elsewhere `wait` answers
/// that reading is possible.
export class NodeInput {
    #ahead = Buffer.alloc(0);
    #hasEnded = false;
    #second;

    constructor() {
        this.isTerminal = tty.isatty(0);
    }

    read(bytes) {
        if (this.#ahead.length > 0) {
            const count = this.#ahead.copy(bytes);
            this.#ahead = this.#ahead.subarray(count);
            return count;
        }
        while (!this.#hasEnded) {
            const count = this.#try(0, bytes);
            if (count !== undefined) {
                return count;
            }
            sleep(patience);
        }
        return 0;
    }

    /// For so many milliseconds at most, until read() would answer at once; only for the time if `ignoresInput`.
    wait(milliseconds, ignoresInput = false) {
        const end = performance.now() + milliseconds;
        for (;;) {
            if (!ignoresInput && this.#isReady()) {
                return true;
            }
            const left = end - performance.now();
            if (left <= 0) {
                return false;
            }
            sleep(ignoresInput ? left : Math.min(left, patience));
        }
    }

    #isReady() {
        if (this.#ahead.length > 0 || this.#hasEnded || !this.#hasSecond()) {
            return true;
        }
        const bytes = Buffer.alloc(65536);
        const count = this.#try(this.#second, bytes);
        this.#ahead = bytes.subarray(0, count ?? 0);
        return count !== undefined;
    }

    /// Nothing if there is nothing yet.
    #try(descriptor, bytes) {
        try {
            const count = fs.readSync(descriptor, bytes, 0, bytes.length, null);
            this.#hasEnded = count === 0 && !this.isTerminal;
            return count;
        } catch (problem) {
            if (problem.code === 'EAGAIN') {
                return undefined;
            }
            this.#hasEnded = true;
            if (problem.code === 'EOF' || problem.code === 'EIO') {
                return 0;
            }
            throw problem;
        }
    }

    #hasSecond() {
        if (this.#second === undefined) {
            this.#second = -1;
            try {
                const stat = fs.fstatSync(0);
                if (process.platform === 'linux' && (this.isTerminal || stat.isFIFO())) {
                    this.#second = fs.openSync('/proc/self/fd/0', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
                } else if (stat.isSocket() || (stat.isFIFO() && !isWindows)) {
                    this.#second = process.stdin.fd;
                }
            } catch {
                // Reading will tell.
            }
        }
        return this.#second >= 0;
    }
}

/// Standard output or error. A pipe that is full for the moment is waited for.
export class NodeOutput {
    constructor(number) {
        this.number = number;
        this.isTerminal = tty.isatty(number);
    }
    write(bytes) {
        for (;;) {
            try {
                return fs.writeSync(this.number, bytes);
            } catch (problem) {
                if (problem.code !== 'EAGAIN') {
                    throw problem;
                }
                sleep(1);
            }
        }
    }
}

/// What platform/ asks of a terminal beyond WASI. Raw: each key at once, and none shown.
export class NodeTerminal {
    #input;

    /// False where there is none.
    setRaw(isRaw) {
        if (!tty.isatty(0)) {
            return false;
        }
        this.#input ??= new tty.ReadStream(0);
        this.#input.setRawMode(isRaw);
        return true;
    }
    /// Columns and rows; nothing for what is no terminal.
    size(descriptor) {
        return tty.isatty(descriptor) ? new tty.WriteStream(descriptor).getWindowSize() : undefined;
    }
}
