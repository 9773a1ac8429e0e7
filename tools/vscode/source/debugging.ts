// Debugging: how a program is started, and who is told where it stands.

import * as vscode from 'vscode';
import type {Servers} from './servers.ts';

/** A view of the program: told whenever it stops, goes on or has ended. */
export interface Watcher {
    stopped(session: vscode.DebugSession): void;
    going(session: vscode.DebugSession): void;
    ended(session: vscode.DebugSession): void;
}

/** The program that is being debugged, if it is one of ours. */
export function current(): vscode.DebugSession | null {
    const session = vscode.debug.activeDebugSession;
    return session?.type === 'mariner' ? session : null;
}

/** As the adapter names files: a path, or an address where there are no paths. */
export const uriOf = (path: string): vscode.Uri => /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
const nameOf = (uri: vscode.Uri): string => uri.scheme === 'file' ? uri.fsPath : uri.toString();

interface Start { stopOnEntry?: boolean; noDebug?: boolean; checks?: boolean }

function configurationFor(uri: vscode.Uri, {stopOnEntry = false, checks = false}: Start): vscode.DebugConfiguration {
    return {
        type: 'mariner', request: 'launch', name: 'Debug this program', program: nameOf(uri),
        cwd: nameOf(vscode.Uri.joinPath(uri, '..')), stopOnEntry, stopAtEnd: !checks, ...(checks && {checks}),
    };
}

/** The file of a button, of a lens, or of the active editor; saved first. */
export async function debugProgram(target: vscode.Uri | string | undefined, start: Start): Promise<void> {
    const uri = typeof target === 'string' ? vscode.Uri.parse(target) : target ?? vscode.window.activeTextEditor?.document.uri;
    if (!uri) {
        return;
    }
    // A lens names the file as the server knows it: the editor may know it by another address.
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())
        ?? vscode.workspace.textDocuments.find((one) => one.uri.path === uri.path);
    if (open?.isDirty) {
        await open.save();
    }
    const file = open?.uri ?? uri;
    await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), configurationFor(file, start), {noDebug: start.noDebug === true});
}

class Configurations implements vscode.DebugConfigurationProvider {
    /** F5 without a launch.json debugs the open file. */
    resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, wish: vscode.DebugConfiguration): vscode.DebugConfiguration {
        const file = vscode.window.activeTextEditor?.document.uri;
        if (wish.type || wish.request || wish.name || !file) {
            return wish;
        }
        return {...wish, ...configurationFor(file, {})};
    }
}

class Tracker implements vscode.DebugAdapterTracker {
    constructor(private readonly session: vscode.DebugSession, private readonly watchers: Watcher[]) {}

    onDidSendMessage(message: {type?: string; event?: string; command?: string; success?: boolean}): void {
        if (message.type === 'event' && message.event === 'stopped') {
            this.watchers.forEach((one) => one.stopped(this.session));
        } else if (message.type === 'event' && message.event === 'terminated') {
            this.watchers.forEach((one) => one.ended(this.session));
        } else if (message.type === 'response' && message.success && ['configurationDone', 'continue', 'reverseContinue'].includes(message.command ?? '')) {
            this.watchers.forEach((one) => one.going(this.session));
        } else if (message.type === 'response' && message.success && ['setVariable', 'writeMemory'].includes(message.command ?? '')) {
            this.watchers.forEach((one) => one.stopped(this.session));
        }
    }
    onWillStopSession(): void { this.watchers.forEach((one) => one.ended(this.session)); }
}

export function registerDebugging(servers: () => Servers, watchers: Watcher[]): vscode.Disposable[] {
    return [
        vscode.debug.registerDebugConfigurationProvider('mariner', new Configurations()),
        vscode.debug.registerDebugAdapterDescriptorFactory('mariner', {createDebugAdapterDescriptor: (session) => servers().debugAdapter(session)}),
        vscode.debug.registerDebugAdapterTrackerFactory('mariner', {createDebugAdapterTracker: (session) => new Tracker(session, watchers)}),
    ];
}
