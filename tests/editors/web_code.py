"""VS Code for the web as a host serves it (vscode.dev is one): no server of VS Code's, every extension in the page's workers,
which have an origin of their own, and a folder that is no folder of any machine."""
import contextlib
import json
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path

PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><link rel="stylesheet" href="/code/out/vs/workbench/workbench.web.main.css"></head><body></body>
<script>window.product = JSON.parse(%s);</script>
<script src="/code/out/vs/loader.js"></script>
<script src="/code/out/vs/webPackagePaths.js"></script>
<script>
  const base = location.origin + '/code';
  for (const [name, path] of Object.entries(self.webPackagePaths)) { self.webPackagePaths[name] = `${base}/node_modules/${name}/${path}`; }
  require.config({baseUrl: `${base}/out`, paths: self.webPackagePaths});
</script>
<script src="/code/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/code/out/vs/workbench/workbench.web.main.js"></script>
<script src="/code/out/vs/code/browser/workbench/workbench.js"></script>
</html>
"""


def product(port, extensions, settings):
    host = f'localhost:{port}'  # extensions may ask there: VS Code's own Content-Security-Policy names it
    of_another_origin = f'http://{{{{uuid}}}}.code.{host}/code'  # of the page's site, else Chromium keeps service workers off
    return {
        'folderUri': {'scheme': 'served', 'authority': host, 'path': '/work'},
        'additionalBuiltinExtensions': [{'scheme': 'http', 'authority': host, 'path': f'/{name}'} for name in extensions],
        'configurationDefaults': settings,
        'productConfiguration': {
            'quality': 'stable', 'commit': 'tests', 'enableTelemetry': False, 'webEndpointUrlTemplate': of_another_origin,
            'webviewContentExternalBaseUrlTemplate': f'{of_another_origin}/out/vs/workbench/contrib/webview/browser/pre/',
        },
    }


class Handler(BaseHTTPRequestHandler):
    """Files below the server's `roots` (by the first part of the path), folders as lists, and PUT below /work."""
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, status, content=b'', kind='text/plain', changed=0):
        self.send_response(status)
        for name, value in (('Content-Type', kind), ('Content-Length', len(content)), ('X-Changed', changed), ('Access-Control-Allow-Origin', '*'),
                            ('Access-Control-Allow-Methods', 'GET, PUT'), ('Access-Control-Allow-Headers', '*'),
                            ('Access-Control-Expose-Headers', '*')):
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)

    def path_meant(self):
        first, _, rest = self.path.split('?')[0].lstrip('/').partition('/')
        root = self.server.roots.get(first)
        path = root and (root / rest).resolve()
        return path if path and path.is_relative_to(root) and path.exists() else None

    def do_GET(self):
        path = self.path_meant()
        if self.path.split('?')[0] == '/':
            self.answer(200, (PAGE % json.dumps(json.dumps(self.server.product))).encode(), 'text/html')
        elif not path:
            self.answer(404)
        elif path.is_dir():
            entries = [[entry.name, 2 if entry.is_dir() else 1] for entry in sorted(path.iterdir())]
            self.answer(200, json.dumps(entries).encode(), 'application/x-folder', path.stat().st_mtime_ns // 10**6)
        else:
            self.answer(200, path.read_bytes(), guess_type(path.name)[0] or 'text/plain', path.stat().st_mtime_ns // 10**6)

    def do_PUT(self):
        content = self.rfile.read(int(self.headers['Content-Length']))
        path = self.path_meant()
        if path and path.is_relative_to(self.server.roots['work']):
            path.write_bytes(content)
        self.answer(204 if path else 404)

    def do_OPTIONS(self):
        self.answer(204)


@contextlib.contextmanager
def served(code, work, extensions, settings):
    """VS Code's built files, the folder to open, folders of extensions by name -> its address."""
    with ThreadingHTTPServer(('127.0.0.1', 0), Handler) as server:
        server.daemon_threads = True
        server.roots = {name: path.resolve() for name, path in {'code': code, 'work': work, **extensions}.items()}
        server.product = product(server.server_port, extensions, settings)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f'http://code.localhost:{server.server_port}/'
        finally:
            server.shutdown()


def unpacked(vsix, folder):
    """What a .vsix has of an extension."""
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(folder)
    return folder / 'extension'
