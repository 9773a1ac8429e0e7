// Where the two servers are: in the native program or in the WebAssembly core. The rest of the extension doesn't care.

import type * as vscode from 'vscode';
import type {BaseLanguageClient, LanguageClientOptions} from 'vscode-languageclient';

export interface Servers {
    /** The native program, where there is one. */
    readonly program: string | null;
    makeClient(options: LanguageClientOptions): Promise<BaseLanguageClient>;
    debugAdapter(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor>;
}
