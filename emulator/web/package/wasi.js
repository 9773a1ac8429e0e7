// The world of a WebAssembly module that was compiled for WASI (preview 1), in a browser and in Node alike: arguments,
// environment, clock, and files that somebody else brings (memory-files.js, node-files.js). What is brought speaks in
// POSIX's words: paths from the root, . and .. in them as in the module's, errors with a `code` such as 'ENOENT'.
//
//     const wasi = new Wasi({args: ['mariner', 'run', 'hw.asm'], files, streams, random: await randomSource()});
//     const instance = await WebAssembly.instantiate(module, wasi.imports(module));
//     const exitCode = wasi.start(instance);

const errorNumbers = {
    EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EDQUOT: 19, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31,
    ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENOENT: 44, ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55,
    ENOTSUP: 58, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, EXDEV: 75,
};
const kinds = {other: 0, blocks: 1, characters: 2, folder: 3, file: 4, socket: 6, link: 7};
const clocks = [() => BigInt(Date.now()) * 1000000n, () => BigInt(Math.round(performance.now() * 1e6))];
const allRights = 0x1fffffffn;
const seekRights = 0x24n;  // seek and tell: a descriptor without them is what isatty() looks for
const flag = {append: 1, create: 1, folder: 2, exclusive: 4, truncate: 8, follow: 1};
const right = {read: 2n, write: 64n};

export class FileError extends Error {
    constructor(code) {
        super(code);
        this.code = code;
    }
}

/// What fills bytes with random ones. Node loads it when it is first asked for; Node 18 has it in a module only.
export async function randomSource() {
    if ('crypto' in globalThis) {
        return (bytes) => crypto.getRandomValues(bytes);
    }
    const {webcrypto} = await import('node:crypto');
    return (bytes) => webcrypto.getRandomValues(bytes);
}

/// Thrown through the module when it exits.
class Exit {
    constructor(code) {
        this.code = code;
    }
}

export class Wasi {
    #args;
    #environment;
    #files;
    #streams;
    #random;
    #memory;
    #open = [];
    #text = new TextDecoder();
    #bytes = new TextEncoder();

    /// files: see memory-files.js. streams: three of {read(bytes), write(bytes), isTerminal, wait(milliseconds)}: what
    /// they don't need, they leave out. `wait` is for the first one, and true when it can be read at once.
    /// random: see randomSource().
    constructor({args = [], environment = {}, files, streams, random}) {
        this.#args = args;
        this.#environment = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
        this.#files = files;
        this.#streams = streams;
        this.#random = random;
        this.#open = [...streams.map((stream) => ({stream})), {path: '/', file: null, preopened: true}];
    }

    /// For a module that imports more than WASI: `more` has further functions by module and name.
    imports(module, more = {}) {
        const imports = {...more, wasi_snapshot_preview1: {}};
        for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
            if (from !== 'wasi_snapshot_preview1' || kind !== 'function') {
                continue;
            }
            const call = this[`_${name}`]?.bind(this) ?? (() => { throw new FileError('ENOSYS'); });
            imports[from][name] = name === 'proc_exit' ? call : (...values) => this.#answer(call, values);
        }
        return imports;
    }

    /// Runs a program to its end.
    start(instance) {
        this.attach(instance);
        try {
            instance.exports._start();
            return 0;
        } catch (problem) {
            if (problem instanceof Exit) {
                return problem.code;
            }
            throw problem;
        }
    }

    /// For an instance that is no program, before it is called.
    attach(instance) {
        this.#memory = instance.exports.memory;
    }

    #answer(call, values) {
        try {
            return call(...values) ?? 0;
        } catch (problem) {
            if (problem instanceof Exit || problem.code === undefined) {
                throw problem;
            }
            return errorNumbers[problem.code] ?? errorNumbers.EIO;
        }
    }

    // ---- memory: looked up each time, since it may have grown
    get #view() { return new DataView(this.#memory.buffer); }
    #span(address, size) { return new Uint8Array(this.#memory.buffer, address, size); }
    #string(address, size) { return this.#text.decode(this.#span(address, size).slice()); }

    #putList(list, pointers, buffer) {
        for (const text of list) {
            this.#view.setUint32(pointers, buffer, true);
            const bytes = this.#bytes.encode(text + '\0');
            this.#span(buffer, bytes.length).set(bytes);
            pointers += 4;
            buffer += bytes.length;
        }
    }
    #putListSizes(list, count, size) {
        this.#view.setUint32(count, list.length, true);
        this.#view.setUint32(size, list.reduce((sum, text) => sum + this.#bytes.encode(text).length + 1, 0), true);
    }

    /// Pieces of memory that one call reads into or writes from.
    *#pieces(vectors, count) {
        for (let i = 0; i < count; ++i) {
            const address = this.#view.getUint32(vectors + 8 * i, true);
            const size = this.#view.getUint32(vectors + 8 * i + 4, true);
            if (size > 0) {
                yield this.#span(address, size);
            }
        }
    }

    // ---- descriptors
    #at(descriptor) {
        const entry = this.#open[descriptor];
        if (!entry) {
            throw new FileError('EBADF');
        }
        return entry;
    }
    #file(descriptor) {
        const {file} = this.#at(descriptor);
        if (!file) {
            throw new FileError('EBADF');
        }
        return file;
    }
    #path(descriptor, address, size) {
        const {path} = this.#at(descriptor);
        if (path === undefined) {
            throw new FileError('ENOTDIR');
        }
        const name = this.#string(address, size);
        return name.startsWith('/') ? name : `${path === '/' ? '' : path}/${name}`;
    }
    #add(entry) {
        let descriptor = this.#open.findIndex((other) => !other);
        descriptor = descriptor < 0 ? this.#open.length : descriptor;
        this.#open[descriptor] = entry;
        return descriptor;
    }
    #statOf(entry) {
        if (entry.stream) {
            return {kind: entry.stream.isTerminal ? 'characters' : 'other', size: 0};
        }
        return entry.file ? entry.file.stat() : this.#files.stat(entry.path, true);
    }

    // ---- arguments, environment, clocks, the end
    _args_get(pointers, buffer) { this.#putList(this.#args, pointers, buffer); }
    _args_sizes_get(count, size) { this.#putListSizes(this.#args, count, size); }
    _environ_get(pointers, buffer) { this.#putList(this.#environment, pointers, buffer); }
    _environ_sizes_get(count, size) { this.#putListSizes(this.#environment, count, size); }
    _clock_res_get(clock, result) { this.#view.setBigUint64(result, clock === 0 ? 1000000n : 1000n, true); }
    _clock_time_get(clock, precision, result) {
        this.#view.setBigUint64(result, (clocks[clock] ?? clocks[1])(), true);
    }
    _random_get(address, size) {
        for (let at = 0; at < size; at += 65536) {
            this.#random(this.#span(address + at, Math.min(65536, size - at)));
        }
    }
    _sched_yield() {}
    _proc_exit(code) { throw new Exit(code); }

    /// Waits for time, for the first stream, or for both; all other descriptors are always ready.
    _poll_oneoff(subscriptions, events, count, result) {
        const view = this.#view;
        const wanted = [];
        for (let i = 0; i < count; ++i) {
            const at = subscriptions + 48 * i;
            const one = {data: view.getBigUint64(at, true), kind: view.getUint8(at + 8)};
            if (one.kind === 0) {
                const clock = clocks[view.getUint32(at + 16, true)] ?? clocks[1];
                const time = view.getBigUint64(at + 24, true);
                const isAbsolute = (view.getUint16(at + 40, true) & 1) !== 0;
                one.milliseconds = Math.max(0, Number(isAbsolute ? time - clock() : time) / 1e6);
            } else {
                one.stream = this.#at(view.getUint32(at + 16, true)).stream;
            }
            wanted.push(one);
        }
        const input = wanted.find((one) => one.kind === 1 && one.stream?.wait);
        const hasOthers = wanted.some((one) => one.kind !== 0 && one !== input);
        const time = Math.min(hasOthers ? 0 : Infinity, ...wanted.filter((one) => one.kind === 0).map((one) => one.milliseconds));
        const isReady = (input ?? {stream: this.#streams[0]}).stream.wait?.(time, !input) ?? true;
        const happened = wanted.filter((one) => one.kind === 0 ? !hasOthers && !(input && isReady) : one !== input || isReady);
        happened.forEach((one, i) => {
            const at = events + 32 * i;
            this.#span(at, 32).fill(0);
            view.setBigUint64(at, one.data, true);
            view.setUint8(at + 10, one.kind);
        });
        view.setUint32(result, happened.length, true);
    }

    // ---- what is open
    _fd_close(descriptor) {
        this.#at(descriptor).file?.close();
        this.#open[descriptor] = undefined;
    }
    _fd_fdstat_get(descriptor, result) {
        const entry = this.#at(descriptor);
        const {kind} = this.#statOf(entry);
        this.#span(result, 24).fill(0);
        this.#view.setUint8(result, kinds[kind]);
        this.#view.setUint16(result + 2, entry.file?.appends ? flag.append : 0, true);
        this.#view.setBigUint64(result + 8, kind === 'file' || kind === 'folder' ? allRights : allRights & ~seekRights, true);
        this.#view.setBigUint64(result + 16, allRights, true);
    }
    _fd_fdstat_set_flags(descriptor) { this.#at(descriptor); }
    _fd_filestat_get(descriptor, result) { this.#putStat(result, this.#statOf(this.#at(descriptor))); }
    _fd_filestat_set_size(descriptor, size) { this.#file(descriptor).truncate(Number(size)); }
    _fd_prestat_get(descriptor, result) {
        if (!this.#at(descriptor).preopened) {
            throw new FileError('EBADF');
        }
        this.#view.setUint32(result, 0, true);
        this.#view.setUint32(result + 4, 1, true);
    }
    _fd_prestat_dir_name(descriptor, address) { this.#span(address, 1)[0] = 47; }
    _fd_read(descriptor, vectors, count, result) { this.#transfer(descriptor, 'read', vectors, count, result); }
    _fd_pread(descriptor, vectors, count, offset, result) {
        const file = this.#file(descriptor);
        const {position} = file;
        file.position = Number(offset);
        try {
            this.#transfer(descriptor, 'read', vectors, count, result);
        } finally {
            file.position = position;
        }
    }
    _fd_write(descriptor, vectors, count, result) { this.#transfer(descriptor, 'write', vectors, count, result); }
    #transfer(descriptor, verb, vectors, count, result) {
        const entry = this.#at(descriptor);
        const target = entry.stream ?? entry.file;
        if (!target?.[verb]) {
            throw new FileError(target || entry.path === undefined ? 'EBADF' : 'EISDIR');
        }
        let total = 0;
        for (const piece of this.#pieces(vectors, count)) {
            const moved = target[verb](piece);
            total += moved;
            if (moved < piece.length) {
                break;
            }
        }
        this.#view.setUint32(result, total, true);
    }
    _fd_seek(descriptor, offset, whence, result) {
        const entry = this.#at(descriptor);
        if (entry.stream) {
            throw new FileError('ESPIPE');
        }
        const file = this.#file(descriptor);
        const from = whence === 0 ? 0 : whence === 1 ? file.position : file.stat().size;
        if (from + Number(offset) < 0) {
            throw new FileError('EINVAL');
        }
        file.position = from + Number(offset);
        this.#view.setBigUint64(result, BigInt(file.position), true);
    }
    _fd_tell(descriptor, result) { this._fd_seek(descriptor, 0n, 1, result); }
    _fd_sync() {}
    _fd_datasync() {}
    _fd_readdir(descriptor, buffer, size, cookie, result) {
        const entry = this.#at(descriptor);
        if (entry.path === undefined || entry.file) {
            throw new FileError('ENOTDIR');
        }
        if (cookie === 0n || !entry.list) {
            entry.list = [{name: '.', kind: 'folder'}, {name: '..', kind: 'folder'}, ...this.#files.list(entry.path)];
        }
        const out = this.#span(buffer, size);
        let used = 0;
        for (let i = Number(cookie); i < entry.list.length && used < size; ++i) {
            const name = this.#bytes.encode(entry.list[i].name);
            const record = new Uint8Array(24 + name.length);
            const view = new DataView(record.buffer);
            view.setBigUint64(0, BigInt(i + 1), true);
            view.setUint32(16, name.length, true);
            view.setUint8(20, kinds[entry.list[i].kind]);
            record.set(name, 24);
            out.set(record.subarray(0, size - used), used);
            used = Math.min(size, used + record.length);
        }
        this.#view.setUint32(result, used, true);
    }

    // ---- paths
    #putStat(result, {kind, size = 0, id = 0, modified = 0}) {
        this.#span(result, 64).fill(0);
        this.#view.setBigUint64(result + 8, BigInt(id), true);
        this.#view.setUint8(result + 16, kinds[kind]);
        this.#view.setBigUint64(result + 24, 1n, true);
        this.#view.setBigUint64(result + 32, BigInt(size), true);
        for (const at of [40, 48, 56]) {
            this.#view.setBigUint64(result + at, BigInt(Math.round(modified * 1e6)), true);
        }
    }
    _path_filestat_get(descriptor, flags, address, size, result) {
        this.#putStat(result, this.#files.stat(this.#path(descriptor, address, size), (flags & flag.follow) !== 0));
    }
    _path_open(descriptor, lookup, address, size, how, rights, inherited, flags, result) {
        const path = this.#path(descriptor, address, size);
        const wish = {
            read: (rights & right.read) !== 0n,
            write: (rights & right.write) !== 0n,
            append: (flags & flag.append) !== 0,
            create: (how & flag.create) !== 0,
            exclusive: (how & flag.exclusive) !== 0,
            truncate: (how & flag.truncate) !== 0,
            follow: (lookup & flag.follow) !== 0,
        };
        const isFolder = (how & flag.folder) !== 0 || this.#isFolder(path, wish);
        if (isFolder && this.#files.stat(path, wish.follow).kind !== 'folder') {
            throw new FileError('ENOTDIR');
        }
        const entry = {path, file: isFolder ? null : this.#files.open(path, wish)};
        this.#view.setUint32(result, this.#add(entry), true);
    }
    #isFolder(path, wish) {
        try {
            return !wish.create && this.#files.stat(path, wish.follow).kind === 'folder';
        } catch {
            return false;
        }
    }
    _path_create_directory(descriptor, address, size) { this.#files.makeFolder(this.#path(descriptor, address, size)); }
    _path_remove_directory(descriptor, address, size) { this.#files.removeFolder(this.#path(descriptor, address, size)); }
    _path_unlink_file(descriptor, address, size) { this.#files.remove(this.#path(descriptor, address, size)); }
    _path_rename(descriptor, from, fromSize, toDescriptor, to, toSize) {
        this.#files.rename(this.#path(descriptor, from, fromSize), this.#path(toDescriptor, to, toSize));
    }
    _path_readlink(descriptor, address, size, buffer, room, result) {
        const target = this.#bytes.encode(this.#files.readLink(this.#path(descriptor, address, size))).subarray(0, room);
        this.#span(buffer, target.length).set(target);
        this.#view.setUint32(result, target.length, true);
    }
}
