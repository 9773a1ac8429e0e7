// Tasks: a program run in the terminal, with the problems that it names. They need the native program.

import * as vscode from 'vscode';
import type {Servers} from './servers.ts';

const words: Record<string, string[]> = {run: ['run'], check: ['run', '--check'], format: ['format']};

function taskFor(program: string, command: string, file: string, definition: vscode.TaskDefinition): vscode.Task {
    const execution = new vscode.ProcessExecution(program, [...(words[command] ?? [command]), file]);
    const task = new vscode.Task(definition, vscode.TaskScope.Workspace, command, 'mariner', execution, '$mariner');
    task.presentationOptions = {focus: true, clear: true};
    if (command !== 'format') {
        task.group = vscode.TaskGroup.Test;
    }
    return task;
}

export function registerTasks(servers: () => Servers): vscode.Disposable[] {
    const openFile = '${file}';
    return [vscode.tasks.registerTaskProvider('mariner', {
        provideTasks() {
            const {program} = servers();
            return program ? Object.keys(words).map((command) => taskFor(program, command, openFile, {type: 'mariner', command})) : [];
        },
        resolveTask(task) {
            const {program} = servers();
            const {command, file} = task.definition as {command?: string; file?: string};
            return program && command ? taskFor(program, command, file ?? openFile, task.definition as vscode.TaskDefinition) : undefined;
        },
    })];
}
