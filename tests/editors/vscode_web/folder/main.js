// The file system `served`: served://HOST:PORT/PATH is what the server of that name has at PATH. See web_code.py.
const vscode = require('vscode');

const changed = new vscode.EventEmitter();
async function ask(uri, words) {
    const answer = await fetch(`http://${uri.authority}${uri.path}`, {cache: 'no-store', ...words});
    if (!answer.ok) {
        throw vscode.FileSystemError.FileNotFound(uri);
    }
    return answer;
}
const isFolder = (answer) => answer.headers.get('Content-Type') === 'application/x-folder';

exports.activate = (context) => {
    context.subscriptions.push(vscode.workspace.registerFileSystemProvider('served', {
        onDidChangeFile: changed.event,
        watch: () => ({dispose() {}}),
        async stat(uri) {
            const answer = await ask(uri);
            const {length} = new Uint8Array(await answer.arrayBuffer());
            return {type: isFolder(answer) ? vscode.FileType.Directory : vscode.FileType.File, ctime: 0, mtime: Number(answer.headers.get('X-Changed')), size: length};
        },
        readDirectory: async (uri) => (await ask(uri)).json(),
        readFile: async (uri) => new Uint8Array(await (await ask(uri)).arrayBuffer()),
        async writeFile(uri, body) {
            await ask(uri, {method: 'PUT', body});
            changed.fire([{type: vscode.FileChangeType.Changed, uri}]);
        },
        createDirectory() { throw vscode.FileSystemError.NoPermissions(); },
        delete() { throw vscode.FileSystemError.NoPermissions(); },
        rename() { throw vscode.FileSystemError.NoPermissions(); },
    }));
};
