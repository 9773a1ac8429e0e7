// The service worker: all files of the page are kept at the first visit, and served from there. A new version has another
// name; the old one is thrown away when the new one is whole. The build puts name and list in.

interface Extended extends Event {
    waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Event {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
}
interface Scope {
    readonly location: Location;
    readonly clients: {claim(): Promise<void>};
    skipWaiting(): Promise<void>;
    addEventListener(kind: 'install' | 'activate', take: (event: Extended) => void): void;
    addEventListener(kind: 'fetch', take: (event: Fetched) => void): void;
}

const scope = self as unknown as Scope;
const version: string = 'PAGE_NAME';
const files = 'PAGE_FILES' as unknown as string[];

scope.addEventListener('install', (event) => {
    event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => scope.skipWaiting()));
});
scope.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((one) => one.startsWith('mariner-') && one !== version).map((one) => caches.delete(one))))
        .then(() => scope.clients.claim()));
});
scope.addEventListener('fetch', (event) => {
    const {request} = event;
    if (request.method === 'GET' && new URL(request.url).origin === scope.location.origin) {
        event.respondWith(caches.match(request, {ignoreSearch: true}).then((kept) => kept ?? fetch(request)));
    }
});
