// Reads and writes memory as the Hex Editor does: through the file system that VS Code makes of the debug adapter's
// readMemory and writeMemory, the bytes named by a query.
const vscode = require('vscode');

const shown = 16;
let document = null;
let panel = null;
const range = (count) => document.uri.with({query: `range=0:${count}`});

async function show() {
    const bytes = await vscode.workspace.fs.readFile(range(shown));
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    panel.webview.html = `<body style="font-family: monospace"><p id="bytes">${text}</p></body>`;
}

exports.activate = (context) => {
    context.subscriptions.push(
        vscode.window.registerCustomEditorProvider('hexEditor.hexedit', {
            openCustomDocument: (uri) => ({uri, dispose() {}}),
            resolveCustomEditor: async (one, view) => {
                [document, panel] = [one, view];
                await show();
            },
        }),
        vscode.commands.registerCommand('hexEditor.change', async () => {
            await vscode.workspace.fs.writeFile(range(1), Uint8Array.of(0xab));
            await show();
        }));
};
