// The extension for VS Code: starts `mariner dap` as the debug adapter, and `mariner run` in a terminal. Everything about
// the language and the debug type is said in package.json; the grammar is made from mariner's own tables by ./package.
'use strict';
const vscode = require('vscode');

function mariner_path(folder) {
    return vscode.workspace.getConfiguration('mariner', folder).get('path') || 'mariner';
}

/** The open file: that of the editor's button, or of the active editor. */
function current_file(uri) {
    return uri || (vscode.window.activeTextEditor && vscode.window.activeTextEditor.document.uri);
}

function debug_configuration(file) {
    return {
        type: 'mariner', request: 'launch', name: 'Debug this program', program: file, stopOnEntry: true,
    };
}

class ConfigurationProvider {
    /** F5 without a launch.json debugs the open file. */
    resolveDebugConfiguration(_folder, configuration) {
        if (configuration.type || configuration.request || configuration.name) {
            return configuration;
        }
        const file = current_file();
        return file ? debug_configuration(file.fsPath) : configuration;
    }
}

class AdapterFactory {
    createDebugAdapterDescriptor(session) {
        return new vscode.DebugAdapterExecutable(mariner_path(session.workspaceFolder), ['dap']);
    }
}

async function run_program(uri) {
    const file = current_file(uri);
    if (!file) {
        return;
    }
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === file.toString());
    if (open && open.isDirty) {
        await open.save();
    }
    const folder = vscode.workspace.getWorkspaceFolder(file) || vscode.TaskScope.Workspace;
    const execution = new vscode.ProcessExecution(mariner_path(file), ['run', file.fsPath]);
    const task = new vscode.Task({ type: 'mariner' }, folder, 'run', 'mariner', execution);
    task.presentationOptions = { focus: true, clear: true };
    await vscode.tasks.executeTask(task);
}

async function debug_program(uri) {
    const file = current_file(uri);
    if (file) {
        await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), debug_configuration(file.fsPath));
    }
}

function activate(context) {
    context.subscriptions.push(
        vscode.debug.registerDebugConfigurationProvider('mariner', new ConfigurationProvider()),
        vscode.debug.registerDebugAdapterDescriptorFactory('mariner', new AdapterFactory()),
        vscode.commands.registerCommand('mariner.run', run_program),
        vscode.commands.registerCommand('mariner.debug', debug_program));
}

module.exports = { activate, deactivate() {} };
