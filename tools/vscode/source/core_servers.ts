// Both servers in the WebAssembly core, each in a worker of its own: what there is in a page, and where no program is.

import * as vscode from 'vscode';
import type {BaseLanguageClient, DataCallback, Disposable, LanguageClientOptions, Message, MessageTransports} from 'vscode-languageclient';
import {AbstractMessageReader, AbstractMessageWriter} from 'vscode-jsonrpc';
import {Core, type MakeWorker} from './core.ts';
import type {Servers} from './servers.ts';

class CoreReader extends AbstractMessageReader {
    constructor(private readonly core: Core) { super(); }
    listen(callback: DataCallback): Disposable {
        this.core.receive = (message) => callback(message as Message);
        return {dispose: () => { this.core.receive = () => {}; }};
    }
}

class CoreWriter extends AbstractMessageWriter {
    constructor(private readonly core: Core) { super(); }
    async write(message: Message): Promise<void> { this.core.send(message); }
    end(): void { this.core.dispose(); }
}

/** Names of files stand in a few places of the protocol only. */
type Located = {source?: {path?: string}; location?: {path?: string}; [name: string]: unknown};
function eachPath(value: unknown, change: (path: string) => string): void {
    if (Array.isArray(value)) {
        value.forEach((one) => eachPath(one, change));
    } else if (value !== null && typeof value === 'object') {
        const located = value as Located;
        for (const place of [located.source, located.location]) {
            if (typeof place?.path === 'string') {
                place.path = change(place.path);
            }
        }
        Object.values(located).filter((one) => one !== located.source && one !== located.location).forEach((one) => eachPath(one, change));
    }
}
const isAddress = (text: string) => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);
const uriOfText = (text: string) => isAddress(text) ? vscode.Uri.parse(text) : vscode.Uri.file(text);

class CoreAdapter implements vscode.DebugAdapter {
    readonly #sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
    readonly onDidSendMessage = this.#sent.event;
    #turn: Promise<void> = Promise.resolve();

    constructor(private readonly core: Core) {
        core.receive = (message) => {
            eachPath((message as {body?: unknown}).body, (path) => {
                const uri = core.uriOf(path);
                return uri.scheme === 'file' ? uri.fsPath : uri.toString();
            });
            this.#sent.fire(message as vscode.DebugProtocolMessage);
        };
    }
    handleMessage(message: vscode.DebugProtocolMessage): void {
        this.#turn = this.#turn.then(() => this.#hand(message as {command?: string; arguments?: Record<string, unknown>}));
    }
    dispose(): void {
        this.core.dispose();
        this.#sent.dispose();
    }

    async #hand(message: {command?: string; arguments?: Record<string, unknown>}): Promise<void> {
        if (message.command === 'launch' && message.arguments) {
            message = {...message, arguments: await this.#load(message.arguments)};
        }
        // Where the editor's own way to files leads over a path, the path alone doesn't say which.
        eachPath(message.arguments && {arguments: message.arguments, ...message.arguments}, (path) => uriOfText(path).path);
        this.core.send(message);
    }
    /** The program's files, and those beside them that it may include or read. */
    async #load(wish: Record<string, unknown>): Promise<Record<string, unknown>> {
        const folder = typeof wish.cwd === 'string' ? uriOfText(wish.cwd) : null;
        const uriOf = (name: string) => isAddress(name) || name.startsWith('/') || !folder ? uriOfText(name) : vscode.Uri.joinPath(folder, name);
        const programs = [wish.program].flat().filter((name): name is string => typeof name === 'string').map(uriOf);
        const folders = new Set([...programs.map((uri) => vscode.Uri.joinPath(uri, '..').toString()), ...(folder ? [folder.toString()] : [])]);
        await Promise.all([...folders].map((one) => this.core.putFolder(vscode.Uri.parse(one))));
        const input = typeof wish.input === 'string' ? [uriOf(wish.input)] : [];
        await Promise.all([...programs, ...input].map((uri) => this.core.put(uri)));
        return {
            ...wish, program: programs.map((uri) => this.core.pathOf(uri)),
            ...(folder && {cwd: this.core.pathOf(folder)}), ...(input[0] && {input: this.core.pathOf(input[0])}),
        };
    }
}

export class CoreServers implements Servers {
    readonly program = null;

    constructor(private readonly context: vscode.ExtensionContext, private readonly makeWorker: MakeWorker,
                private readonly connect: (options: LanguageClientOptions, transports: () => Promise<MessageTransports>) => BaseLanguageClient) {}

    async makeClient(options: LanguageClientOptions): Promise<BaseLanguageClient> {
        const base = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.window.activeTextEditor?.document.uri ?? vscode.Uri.file('/');
        const core = await Core.start(this.context, this.makeWorker, 'language', base);
        await Promise.all((vscode.workspace.workspaceFolders ?? []).map(({uri}) => core.putFolder(uri)));
        const client = this.connect({
            ...options,
            uriConverters: {
                code2Protocol: (uri) => uri.scheme === 'untitled' ? uri.toString() : vscode.Uri.file(core.pathOf(uri)).toString(),
                protocol2Code: (text) => {
                    const uri = vscode.Uri.parse(text);
                    return uri.scheme === 'file' ? core.uriOf(uri.path) : uri;
                },
            },
        }, async () => ({reader: new CoreReader(core), writer: new CoreWriter(core)}));
        core.follow((uri) => {
            void client.sendNotification('workspace/didChangeWatchedFiles', {changes: [{uri: vscode.Uri.file(uri.path).toString(), type: 2}]});
        });
        return client;
    }

    async debugAdapter(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor> {
        const base = session.workspaceFolder?.uri ?? vscode.window.activeTextEditor?.document.uri ?? vscode.Uri.file('/');
        return new vscode.DebugAdapterInlineImplementation(new CoreAdapter(await Core.start(this.context, this.makeWorker, 'debug', base)));
    }
}
