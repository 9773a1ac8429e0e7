// The bitmap display: a panel that shows the memory that the program draws in. While the program runs, keys and pointer go
// to it; while it stands, a click asks who drew a unit.

import * as vscode from 'vscode';
import {current, type Watcher} from './debugging.ts';
import type {FromPicture, Geometry, ToPicture} from './picture_messages.ts';
import {ask, reveal, sentence, type Writer} from './who.ts';

const betweenPictures = 100;  // milliseconds
const mostBytes = 1 << 20;    // of one answer

export class Display implements Watcher {
    #panel: vscode.WebviewPanel | null = null;
    #geometry: Geometry | null = null;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isRunning = false;
    #isReading = false;
    #writer: Writer | null = null;

    constructor(private readonly context: vscode.ExtensionContext) {}

    stopped(session: vscode.DebugSession): void {
        this.#isRunning = false;
        void this.#show(session);
    }
    going(session: vscode.DebugSession): void {
        this.#isRunning = true;
        this.#writer = null;
        void this.#show(session);
    }
    ended(): void {
        this.#isRunning = false;
        this.#geometry = null;
        clearTimeout(this.#timer);
        this.#post({kind: 'state', isRunning: false, hasEnded: true});
    }

    async open(): Promise<void> {
        const session = current();
        if (session) {
            await this.#find(session);
            if (!this.#geometry) {
                void vscode.window.showInformationMessage('Mariner: the comments of this program tell of no bitmap display.');
                return;
            }
            this.#reveal();
            await this.#show(session);
        }
    }

    async #find(session: vscode.DebugSession): Promise<void> {
        const answer = await session.customRequest('picture') as Partial<Geometry>;
        this.#geometry = answer?.columns ? answer as Geometry : null;
    }
    #reveal(): void {
        if (this.#panel) {
            this.#panel.reveal(undefined, true);
            return;
        }
        const panel = vscode.window.createWebviewPanel('mariner.display', 'Bitmap display', {viewColumn: vscode.ViewColumn.Beside, preserveFocus: true},
            {enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [this.context.extensionUri]});
        this.#panel = panel;
        panel.onDidDispose(() => { this.#panel = null; });
        panel.webview.onDidReceiveMessage((message: FromPicture) => { void this.#take(message); });
        panel.webview.html = this.#page(panel.webview);
    }
    #page(webview: vscode.Webview): string {
        const script = webview.asWebviewUri(vscode.Uri.joinPath(this.context.extensionUri, 'picture.js')).toString();
        return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${webview.cspSource}; style-src 'unsafe-inline'">
<style>
body { margin: 0; padding: 12px; box-sizing: border-box; height: 100vh; display: flex; flex-direction: column; gap: 8px; color: var(--vscode-foreground); }
#screen { flex: 1; min-height: 0; display: flex; align-items: start; justify-content: center; }
canvas { image-rendering: pixelated; background: #000; outline-offset: 3px; }
canvas:focus { outline: 2px solid var(--vscode-focusBorder); }
p { margin: 0; min-height: 2.6em; }
button { color: var(--vscode-textLink-foreground); background: none; border: 0; padding: 0; font: inherit; cursor: pointer; text-decoration: underline; }
</style></head>
<body><p id="note" role="status"></p>
<div id="screen"><canvas id="picture" tabindex="0" role="img" aria-label="The picture that the program draws"></canvas></div><script src="${script}"></script></body></html>`;
    }

    /** Draws what is in memory now, and goes on doing so while the program runs. */
    async #show(session: vscode.DebugSession): Promise<void> {
        clearTimeout(this.#timer);
        if (this.#isReading) {
            this.#later(session);
            return;
        }
        this.#isReading = true;
        try {
            if (!this.#geometry) {
                await this.#find(session);
                if (this.#geometry) {
                    this.#reveal();
                }
            }
            await this.#send(session);
        } catch {
            // The program has ended meanwhile.
        } finally {
            this.#isReading = false;
        }
        if (this.#isRunning && this.#geometry) {
            this.#later(session);
        }
    }
    #later(session: vscode.DebugSession): void { this.#timer = setTimeout(() => { void this.#show(session); }, betweenPictures); }
    async #send(session: vscode.DebugSession): Promise<void> {
        const geometry = this.#geometry;
        if (!geometry || !this.#panel?.visible) {
            return;
        }
        const {columns, rows, memoryReference} = geometry;
        const {data} = await session.customRequest('readMemory', {memoryReference, count: Math.min(4 * columns * rows, mostBytes)}) as {data?: string};
        this.#post({kind: 'picture', columns, rows, words: data ?? ''});
        this.#post({kind: 'state', isRunning: this.#isRunning, hasEnded: false});
    }
    #post(message: ToPicture): void { void this.#panel?.webview.postMessage(message); }

    async #take(message: FromPicture): Promise<void> {
        const session = current();
        if (!session) {
            return;
        }
        switch (message.kind) {
        case 'ready':
            await this.#show(session);
            break;
        case 'key':
            await session.customRequest('key', {key: message.key, isDown: message.isDown});
            if (message.text) {
                await session.customRequest('giveInput', {text: message.text});
            }
            break;
        case 'pointer':
            await session.customRequest('pointer', {column: message.column, row: message.row, buttons: message.buttons});
            break;
        case 'click':
            await this.#whoDrew(session, message.column, message.row);
            break;
        case 'goThere':
            if (this.#writer) {
                await session.customRequest('goToStep', {step: this.#writer.step});
            }
            break;
        }
    }
    async #whoDrew(session: vscode.DebugSession, column: number, row: number): Promise<void> {
        if (!this.#geometry || this.#isRunning) {
            return;
        }
        const address = Number(this.#geometry.memoryReference) + 4 * (row * this.#geometry.columns + column);
        const subject = `unit ${column}, ${row}`;
        try {
            const writer = await ask(session, {subject, memoryReference: `0x${(address >>> 0).toString(16)}`, size: 4});
            this.#writer = writer.found ? writer : null;
            this.#post({kind: 'who', text: sentence(subject, writer), canGo: writer.found, column, row});
            await reveal(writer);
        } catch (problem) {
            this.#post({kind: 'who', text: problem instanceof Error ? problem.message : String(problem), canGo: false, column, row});
        }
    }
}
