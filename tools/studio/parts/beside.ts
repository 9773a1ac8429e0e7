// The files that lie beside the page. A page that was opened from a file may fetch nothing: then they come from one
// script (local.js), which the build writes for that.

interface Local {
    texts: Record<string, string>;
    /** As base64. */
    modules: Record<string, string>;
}
let local: Local | null = null;

/** Before anything else; it takes its time from a file only. */
export async function findFiles(): Promise<void> {
    if (location.protocol !== 'file:') {
        return;
    }
    await new Promise<void>((go) => {
        const script = document.createElement('script');
        script.src = 'local.js';
        script.addEventListener('load', () => go());
        script.addEventListener('error', () => go());
        document.head.append(script);
    });
    local = (window as unknown as {marinerFiles?: Local}).marinerFiles ?? null;
}

export async function fileText(name: string): Promise<string> {
    const text = local?.texts[name];
    if (text !== undefined) {
        return text;
    }
    const response = await fetch(name);
    if (!response.ok) {
        throw new Error(`${name}: ${response.status}`);
    }
    return response.text();
}

export function makeWorker(script: string): Worker {
    if (!local) {
        return new Worker(new URL(script, document.baseURI), {type: 'module'});
    }
    const modules = `self.marinerModules = ${JSON.stringify(local.modules)};\n`;
    const address = URL.createObjectURL(new Blob([modules, local.texts[script] ?? ''], {type: 'text/javascript'}));
    return new Worker(address);  // a module of a page without an origin is loaded by no browser
}
