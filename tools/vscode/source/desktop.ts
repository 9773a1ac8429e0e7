// The extension where VS Code runs on a machine: by the native program if there is one, else by the WebAssembly core.

import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {Worker} from 'node:worker_threads';
import * as vscode from 'vscode';
import {type BaseLanguageClient, LanguageClient, type LanguageClientOptions} from 'vscode-languageclient/node.js';
import type {CoreWorker} from './core.ts';
import {CoreServers} from './core_servers.ts';
import {Extension} from './extension.ts';
import type {Servers} from './servers.ts';

class ProgramServers implements Servers {
    constructor(readonly program: string) {}

    async makeClient(options: LanguageClientOptions): Promise<BaseLanguageClient> {
        return new LanguageClient('mariner', 'Mariner', {command: this.program, args: ['lsp']}, options);
    }
    async debugAdapter(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor> {
        return new vscode.DebugAdapterExecutable(this.program, ['dap'], {cwd: session.workspaceFolder?.uri.fsPath ?? process.cwd()});
    }
}

async function works(program: string): Promise<boolean> {
    try {
        await promisify(execFile)(program, ['lsp', '--help'], {timeout: 10_000});
        return true;
    } catch {
        return false;
    }
}

/** What the settings name, what the extension carries, what is on the search path. */
async function findProgram(context: vscode.ExtensionContext): Promise<string | null> {
    const chosen = vscode.workspace.isTrusted ? vscode.workspace.getConfiguration('mariner').get<string>('path') : '';
    if (chosen) {
        if (await works(chosen)) {
            return chosen;
        }
        void vscode.window.showWarningMessage(`Mariner: ${chosen} (setting mariner.path) can't be run.`);
    }
    const name = process.platform === 'win32' ? 'mariner.exe' : 'mariner';
    for (const program of [vscode.Uri.joinPath(context.extensionUri, 'program', name).fsPath, name]) {
        if (await works(program)) {
            return program;
        }
    }
    return null;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const script = vscode.Uri.joinPath(context.extensionUri, 'core_worker.js').fsPath;
    const makeWorker = (): CoreWorker => {
        const worker = new Worker(script);
        return {
            post: (message) => worker.postMessage(message),
            listen: (take) => { worker.on('message', take); worker.on('error', (problem) => take({kind: 'failed', problem: String(problem)})); },
            stop: () => { void worker.terminate(); },
        };
    };
    const core = new CoreServers(context, makeWorker,
        (options, transports) => new LanguageClient('mariner', 'Mariner', transports, options));
    await new Extension(context, async () => {
        const program = await findProgram(context);
        return program ? new ProgramServers(program) : core;
    }).start();
}

export function deactivate(): void {}
