// The registers beside the call stack: those that changed since the last stop are marked.

import * as vscode from 'vscode';
import {current, type Watcher} from './debugging.ts';

interface Variable { name: string; value: string }
interface Scope { name: string; variablesReference: number; presentationHint?: string }
/** A register, in the scope that it belongs to. */
interface Register { variable: Variable; scope: Scope }
type Node = Scope | Register;
const isScope = (node: Node): node is Scope => 'variablesReference' in node;

export class Registers implements vscode.TreeDataProvider<Node>, Watcher {
    readonly #changed = new vscode.EventEmitter<void>();
    readonly onDidChangeTreeData = this.#changed.event;
    /** By scope and name, at this stop and the one before. */
    #now = new Map<string, string>();
    #before = new Map<string, string>();

    constructor(private readonly memory: vscode.Memento) {}

    stopped(): void {
        void this.#introduce();
        this.#before = new Map([...this.#before, ...this.#now]);
        this.#now.clear();
        this.#changed.fire();
    }
    going(): void {}
    ended(): void {
        this.#before.clear();
        this.#now.clear();
        this.#changed.fire();
    }

    /** The view is open when it is seen for the first time; then it is the reader's. */
    async #introduce(): Promise<void> {
        if (!this.memory.get<boolean>('registers shown')) {
            await this.memory.update('registers shown', true);
            await vscode.commands.executeCommand('mariner.registers.focus', {preserveFocus: true});
        }
    }

    async getChildren(node?: Node): Promise<Node[]> {
        const session = current();
        try {
            if (!session || (node && !isScope(node))) {
                return [];
            }
            if (!node) {
                const {scopes} = await session.customRequest('scopes', {frameId: 1}) as {scopes: Scope[]};
                return scopes.filter(({presentationHint}) => presentationHint === 'registers');
            }
            const {variables} = await session.customRequest('variables', {variablesReference: node.variablesReference}) as {variables: Variable[]};
            variables.forEach(({name, value}) => this.#now.set(`${node.name} ${name}`, value));
            return variables.map((variable) => ({variable, scope: node}));
        } catch {
            return [];  // it has ended meanwhile
        }
    }
    getTreeItem(node: Node): vscode.TreeItem {
        if (isScope(node)) {
            const isFirst = node.variablesReference === 1;
            return new vscode.TreeItem(node.name, isFirst ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed);
        }
        const {name, value} = node.variable;
        const before = this.#before.get(`${node.scope.name} ${name}`);
        const isChanged = before !== undefined && before !== value;
        const item = new vscode.TreeItem({label: name, highlights: isChanged ? [[0, name.length]] : []});
        item.description = value;
        item.tooltip = isChanged ? `${name} = ${value}\nbefore: ${before}` : `${name} = ${value}`;
        item.contextValue = 'register';
        item.iconPath = isChanged ? new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.orange')) : new vscode.ThemeIcon('blank');
        item.accessibilityInformation = {label: `${name} is ${value}${isChanged ? ', changed' : ''}`};
        return item;
    }

    async change({variable, scope}: Register): Promise<void> {
        const value = await vscode.window.showInputBox({title: `New value of ${variable.name}`, value: variable.value.replace(/ \(.*$/, '')});
        if (value !== undefined) {
            await current()?.customRequest('setVariable', {variablesReference: scope.variablesReference, name: variable.name, value});
            await vscode.commands.executeCommand('workbench.action.debug.focusCallStackView');
        }
    }
}
