// The WebAssembly core as the extension sees it: a server in a worker, which knows the files that it was given. Their names
// there are the paths of their addresses, wherever they are.

import * as vscode from 'vscode';
import type {FromCore, Role, ToCore} from './core_messages.ts';

/** A worker of a page or of Node. */
export interface CoreWorker {
    post(message: ToCore): void;
    listen(take: (message: FromCore) => void): void;
    stop(): void;
}
export type MakeWorker = () => CoreWorker;

const sourceNames = '**/{*.asm,*.s,*.S,*.inc,*.mips,.editorconfig}';
const isSource = (name: string) => /\.(asm|s|S|inc|mips|editorconfig)$/.test(name);
const moduleOf: Record<Role, string> = {language: 'editor.wasm', debug: 'core.wasm'};
const mostFiles = 500;
const mostFolders = 100;
const mostBytes = 4 << 20;

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
    try {
        return await vscode.workspace.fs.readDirectory(folder);
    } catch {
        return [];
    }
}

export class Core implements vscode.Disposable {
    readonly #worker: CoreWorker;
    readonly #known = new Map<string, vscode.Uri>();
    readonly #disposables: vscode.Disposable[] = [];
    receive: (message: object) => void = () => {};

    private constructor(worker: CoreWorker, private readonly base: vscode.Uri) {
        this.#worker = worker;
        worker.listen((message) => {
            if (message.kind === 'message') {
                this.receive(message.message);
            } else {
                void vscode.window.showErrorMessage(`Mariner: ${message.problem}`);
            }
        });
    }
    /** `base`: the address of some file or folder; paths that nobody has named are of the same kind. */
    static async start(context: vscode.ExtensionContext, makeWorker: MakeWorker, role: Role, base: vscode.Uri): Promise<Core> {
        const module = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, moduleOf[role]));
        const core = new Core(makeWorker(), base);
        core.#worker.post({kind: 'start', role, module});
        return core;
    }

    send(message: object): void { this.#worker.post({kind: 'message', message}); }
    dispose(): void {
        this.#disposables.forEach((one) => one.dispose());
        this.#worker.stop();
    }

    // ---- files
    async put(uri: vscode.Uri): Promise<void> {
        try {
            const content = await vscode.workspace.fs.readFile(uri);
            if (content.length <= mostBytes) {
                this.#worker.post({kind: 'file', path: this.pathOf(uri), content});
            }
        } catch {
            // It has vanished meanwhile, or can't be read: then there is none.
        }
    }
    /** The sources below a folder, the nearest first, as far as there aren't too many. */
    async putFolder(folder: vscode.Uri): Promise<void> {
        const folders = [folder];
        const found: vscode.Uri[] = [];
        for (let at = 0; at < Math.min(folders.length, mostFolders) && found.length < mostFiles; ++at) {
            for (const [name, type] of await entriesOf(folders[at]!)) {
                const uri = vscode.Uri.joinPath(folders[at]!, name);
                if (type === vscode.FileType.Directory && !name.startsWith('.') && name !== 'node_modules') {
                    folders.push(uri);
                } else if (type !== vscode.FileType.Directory && isSource(name)) {
                    found.push(uri);
                }
            }
        }
        await Promise.all(found.slice(0, mostFiles).map((uri) => this.put(uri)));
    }
    /** From now on, what happens to the sources; `changed` is called behind each. */
    follow(changed: (uri: vscode.Uri) => void): void {
        const watcher = vscode.workspace.createFileSystemWatcher(sourceNames);
        const put = async (uri: vscode.Uri) => { await this.put(uri); changed(uri); };
        watcher.onDidCreate(put);
        watcher.onDidChange(put);
        watcher.onDidDelete((uri) => {
            this.#worker.post({kind: 'gone', path: this.pathOf(uri)});
            changed(uri);
        });
        this.#disposables.push(watcher);
    }

    // ---- addresses
    pathOf(uri: vscode.Uri): string {
        this.#known.set(uri.path, uri);
        return uri.path;
    }
    uriOf(path: string): vscode.Uri { return this.#known.get(path) ?? this.base.with({path, query: '', fragment: ''}); }
}
