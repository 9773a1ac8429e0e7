// The extension in a page (vscode.dev): everything by the WebAssembly core in web workers.

import * as vscode from 'vscode';
import {LanguageClient, type LanguageClientOptions, type MessageTransports} from 'vscode-languageclient/browser.js';
import type {CoreWorker} from './core.ts';
import {CoreServers} from './core_servers.ts';
import {Extension} from './extension.ts';

/** The library's own way leads through a worker that speaks the protocol alone. */
class CoreClient extends LanguageClient {
    constructor(options: LanguageClientOptions, private readonly transports: () => Promise<MessageTransports>) {
        super('mariner', 'Mariner', options, null as unknown as Worker);
    }
    protected override createMessageTransports(): Promise<MessageTransports> { return this.transports(); }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    // Where the extension lies on another machine no worker can be made from its address.
    const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'core_worker.js'));
    const script = URL.createObjectURL(new Blob([text as Uint8Array<ArrayBuffer>], {type: 'text/javascript'}));
    const makeWorker = (): CoreWorker => {
        const worker = new Worker(script);
        return {
            post: (message) => worker.postMessage(message),
            listen: (take) => { worker.onmessage = ({data}) => take(data); },
            stop: () => worker.terminate(),
        };
    };
    const servers = new CoreServers(context, makeWorker, (options, transports) => new CoreClient(options, transports));
    await new Extension(context, async () => servers).start();
}

export function deactivate(): void {}
