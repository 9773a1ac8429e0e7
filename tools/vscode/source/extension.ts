// What the extension does, wherever the servers are: it starts the language client, and ties debugging, registers, the
// display and tasks to commands. It knows nothing of MIPS: what it shows, the two servers say.

import * as vscode from 'vscode';
import type {BaseLanguageClient} from 'vscode-languageclient';
import {current, debugProgram, registerDebugging} from './debugging.ts';
import {Display} from './display.ts';
import {Registers} from './registers.ts';
import type {Servers} from './servers.ts';
import {registerTasks} from './tasks.ts';
import {placeToAsk, whoWrote} from './who.ts';

export class Extension {
    #servers!: Servers;
    #client: BaseLanguageClient | null = null;

    constructor(private readonly context: vscode.ExtensionContext, private readonly find: () => Promise<Servers>) {}

    async start(): Promise<void> {
        this.#servers = await this.find();
        const display = new Display(this.context);
        const registers = new Registers(this.context.globalState);
        this.context.subscriptions.push(
            vscode.window.registerTreeDataProvider('mariner.registers', registers),
            ...registerDebugging(() => this.#servers, [display, registers]),
            ...registerTasks(() => this.#servers),
            ...this.#commands(display, registers),
            vscode.workspace.onDidChangeConfiguration(async (change) => {
                if (change.affectsConfiguration('mariner.path')) {
                    await this.#restart();
                }
            }),
            {dispose: () => { void this.#client?.stop(); }});
        await this.#startClient();
    }

    #commands(display: Display, registers: Registers): vscode.Disposable[] {
        const command = (name: string, act: (...words: never[]) => unknown) =>
            vscode.commands.registerCommand(`mariner.${name}`, act as (...words: unknown[]) => unknown);
        return [
            command('run', (target?: vscode.Uri | string) => debugProgram(target, {noDebug: true})),
            command('debug', (target?: vscode.Uri | string) => debugProgram(target, {stopOnEntry: true})),
            command('runWithChecks', (target?: vscode.Uri | string) => debugProgram(target, {checks: true})),
            command('verify', (target: string, game: string) => this.#verify(vscode.Uri.parse(target), game)),
            command('showCalls', (target: string, name: string) => this.#showCalls(vscode.Uri.parse(target), name)),
            command('whoWrote', async (thing?: unknown) => {
                const question = await placeToAsk(thing);
                if (question && current()) {
                    await whoWrote(current()!, question);
                }
            }),
            command('setRegister', (register: never) => registers.change(register)),
            command('display', () => display.open()),
            command('goToStep', () => this.#goToStep()),
            command('restartServer', () => this.#restart()),
        ];
    }

    async #restart(): Promise<void> {
        await this.#client?.stop();
        this.#servers = await this.find();
        await this.#startClient();
    }
    async #startClient(): Promise<void> {
        this.#client = await this.#servers.makeClient({
            documentSelector: [{language: 'mips-mars'}],
            initializationOptions: JSON.parse(JSON.stringify(vscode.workspace.getConfiguration('mariner'))) as object,
            synchronize: {configurationSection: 'mariner'},
        });
        await this.#client.start();
    }

    async #goToStep(): Promise<void> {
        const session = current();
        if (!session) {
            return;
        }
        const now = await session.customRequest('moment') as {step: number; last: number};
        const answer = await vscode.window.showInputBox({
            title: 'Go to a step of the run', value: String(now.step),
            prompt: `The program stands behind ${now.step} instructions; ${now.last} are known.`,
            validateInput: (text) => /^\d+$/.test(text.trim()) ? null : 'A number of instructions',
        });
        if (answer !== undefined) {
            await session.customRequest('goToStep', {step: Number(answer)});
        }
    }

    async #verify(uri: vscode.Uri, game: string): Promise<void> {
        if (!this.#servers.program) {
            void vscode.window.showInformationMessage('Verifying a game needs the program mariner on this machine.');
            return;
        }
        const execution = new vscode.ProcessExecution(this.#servers.program, ['verify', '--game', game, uri.fsPath]);
        await vscode.tasks.executeTask(new vscode.Task({type: 'mariner', command: 'verify'}, vscode.TaskScope.Workspace, `verify ${game}`, 'mariner', execution));
    }

    async #showCalls(uri: vscode.Uri, name: string): Promise<void> {
        const document = await vscode.workspace.openTextDocument(this.#client!.protocol2CodeConverter.asUri(uri.toString()));
        const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri) ?? [];
        const place = symbols.find((symbol) => symbol.name === name)?.selectionRange.start;
        if (place) {
            const uses = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, place) ?? [];
            await vscode.commands.executeCommand('editor.action.showReferences', document.uri, place, uses);
        }
    }
}
