"""Small and read-only disks for tests, where this machine lets one make them."""
import contextlib
import os
import pathlib
import subprocess
import tempfile


@contextlib.contextmanager
def mounted(path, options):
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(path)], check=True)
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


def can_mount():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x"
        path.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "none", str(path)], stderr=subprocess.DEVNULL).returncode:
            return False
        subprocess.run(["umount", str(path)])
        return True
