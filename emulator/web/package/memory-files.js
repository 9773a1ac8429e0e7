// Files that live in memory, for pages. The same words as node-files.js.

import {FileError} from './wasi.js';

class MemoryFile {
    position = 0;

    constructor(node, {read, write, append}) {
        this.node = node;
        this.appends = append;
        this.mayRead = read;
        this.mayWrite = write;
    }
    stat() { return statOf(this.node); }
    read(bytes) {
        if (!this.mayRead) {
            throw new FileError('EBADF');
        }
        const piece = this.node.bytes.subarray(this.position, this.position + bytes.length);
        bytes.set(piece);
        this.position += piece.length;
        return piece.length;
    }
    write(bytes) {
        if (!this.mayWrite) {
            throw new FileError('EBADF');
        }
        this.position = this.appends ? this.node.bytes.length : this.position;
        if (this.position + bytes.length > this.node.bytes.length) {
            this.truncate(this.position + bytes.length);
        }
        this.node.bytes.set(bytes, this.position);
        this.position += bytes.length;
        this.node.modified = Date.now();
        return bytes.length;
    }
    /// Room is doubled when it runs out, so that many small writes cost what few large ones do.
    truncate(size) {
        if (size > this.node.bytes.buffer.byteLength) {
            const larger = new Uint8Array(Math.max(size, 2 * this.node.bytes.length));
            larger.set(this.node.bytes);
            this.node.bytes = larger;
        }
        const before = Math.min(size, this.node.bytes.length);
        this.node.bytes = new Uint8Array(this.node.bytes.buffer, 0, size);
        this.node.bytes.fill(0, before);
    }
    close() {}
}

function statOf(node) {
    return {kind: node.children ? 'folder' : 'file', size: node.bytes?.length ?? 0, id: node.id, modified: node.modified};
}

export class MemoryFiles {
    #nodes = 0;
    #root = this.#folder();

    /// files: texts or bytes by their paths.
    constructor(files = {}) {
        for (const [path, content] of Object.entries(files)) {
            this.put(path, content);
        }
    }

    /// Makes or replaces a file, and the folders on the way to it.
    put(path, content) {
        const parts = this.#parts(path);
        const name = parts.pop();
        let folder = this.#root;
        for (const part of parts) {
            if (!folder.children.has(part)) {
                folder.children.set(part, this.#folder());
            }
            folder = folder.children.get(part);
            if (!folder.children) {
                throw new FileError('ENOTDIR');
            }
        }
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
        folder.children.set(name, this.#file(bytes));
    }
    /// The bytes of a file; undefined if there is none.
    get(path) {
        try {
            return this.#find(path).bytes?.slice();
        } catch {
            return undefined;
        }
    }

    open(path, wish) {
        const [folder, name] = this.#place(path);
        let node = folder.children.get(name);
        if (!node && !wish.create) {
            throw new FileError('ENOENT');
        }
        if (node && wish.create && wish.exclusive) {
            throw new FileError('EEXIST');
        }
        if (node?.children) {
            throw new FileError('EISDIR');
        }
        if (!node) {
            node = this.#file(new Uint8Array());
            folder.children.set(name, node);
        }
        const file = new MemoryFile(node, wish);
        if (wish.truncate) {
            file.truncate(0);
        }
        return file;
    }
    stat(path) { return statOf(this.#find(path)); }
    list(path) {
        const {children} = this.#find(path);
        if (!children) {
            throw new FileError('ENOTDIR');
        }
        return [...children].map(([name, node]) => ({name, kind: statOf(node).kind}));
    }
    makeFolder(path) {
        const [folder, name] = this.#place(path);
        if (folder.children.has(name)) {
            throw new FileError('EEXIST');
        }
        folder.children.set(name, this.#folder());
    }
    remove(path) {
        const [folder, name] = this.#place(path);
        if (this.#find(path).children) {
            throw new FileError('EISDIR');
        }
        folder.children.delete(name);
    }
    removeFolder(path) {
        const [folder, name] = this.#place(path);
        const {children} = this.#find(path);
        if (!children || children.size > 0) {
            throw new FileError(children ? 'ENOTEMPTY' : 'ENOTDIR');
        }
        folder.children.delete(name);
    }
    rename(from, to) {
        const node = this.#find(from);
        const [source, name] = this.#place(from);
        const [target, newName] = this.#place(to);
        if (target.children.get(newName)?.children) {
            throw new FileError('EISDIR');
        }
        source.children.delete(name);
        target.children.set(newName, node);
    }
    readLink(path) {
        this.#find(path);
        throw new FileError('EINVAL');  // there are no links here
    }

    #folder() { return {id: ++this.#nodes, modified: Date.now(), children: new Map()}; }
    #file(bytes) { return {id: ++this.#nodes, modified: Date.now(), bytes}; }
    /// The names from the root on; without links, .. is the name before.
    #parts(path) {
        const parts = [];
        for (const part of path.split('/')) {
            if (part === '..') {
                parts.pop();
            } else if (part !== '' && part !== '.') {
                parts.push(part);
            }
        }
        return parts;
    }
    #walk(parts) {
        let node = this.#root;
        for (const part of parts) {
            if (!node.children) {
                throw new FileError('ENOTDIR');
            }
            node = node.children.get(part);
            if (!node) {
                throw new FileError('ENOENT');
            }
        }
        return node;
    }
    #find(path) { return this.#walk(this.#parts(path)); }
    /// The folder that a file is or would be in, and its name there.
    #place(path) {
        const parts = this.#parts(path);
        const name = parts.pop();
        const folder = this.#walk(parts);
        if (name === undefined || !folder.children) {
            throw new FileError(name === undefined ? 'EISDIR' : 'ENOTDIR');
        }
        return [folder, name];
    }
}
