#!/usr/bin/env python3
"""The exercises of Exercism's MIPS track with mariner in place of the jar. The track is fetched, not kept here:

    git clone https://github.com/exercism/mips TRACK
    git clone https://github.com/exercism/mips-test-runner RUNNER

    tests/exercism/run.py [--runner RUNNER] [--mars COMMAND] TRACK COMMAND...

COMMAND takes MARS's words (say: build/release/mariner mars). Each exercise's example must pass its tests. --runner does
the same by the test runner of the site, in which the call of the jar is replaced by COMMAND, and compares the results that
it keeps of its own tests (needs jq). --mars (say: java -jar TRACK/bin/mars-4-5.jar) compares outputs and exit codes byte
for byte: of the example, of the file that a student starts from, and of the example without its middle instruction, which
is what a wrong solution looks like. Ends with "N passed, N failed".
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
from run_programs import difference, resolved  # noqa: E402

PASSED = b'all tests passed'
STEPS = '5000000'  # a wrong solution may run for ever
PATIENCE = 120  # seconds
CALL_OF_JAR = re.compile(r'\bjava\s.*?\.jar\b')
INSTRUCTION = re.compile(r'\s*[a-z][\w.]*\s+\$')


class Exercise:
    def __init__(self, folder):
        self.name, self.folder = folder.name, folder
        files = json.loads((folder / '.meta/config.json').read_text())['files']
        self.solution, self.example = files['solution'][0], files['example'][0]

    def solutions(self):
        """name -> text"""
        example = (self.folder / self.example).read_text()
        lines = example.split('\n')
        instructions = [at for at, line in enumerate(lines) if INSTRUCTION.match(line)]
        del lines[instructions[len(instructions) // 2]]
        return {'example': example, 'start': (self.folder / self.solution).read_text(), 'spoilt': '\n'.join(lines)}

    def lay_out(self, folder, solution):
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        (Path(folder) / self.solution).write_text(solution)

    def run(self, solution, command):
        """-> exit code, standard output, standard error"""
        with tempfile.TemporaryDirectory() as folder:
            self.lay_out(folder, solution)
            try:
                done = subprocess.run([*command, 'ae1', 'nc', STEPS, 'runner.mips', self.solution], cwd=folder,
                                      stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
            except subprocess.TimeoutExpired:
                return None, b'', b'no end in %d s' % PATIENCE
            return done.returncode, *(text.replace(os.path.realpath(folder).encode(), b'') for text in (done.stdout, done.stderr))


def faults_of_example(exercise, command):
    code, out, err = exercise.run(exercise.solutions()['example'], command)
    return [] if code == 0 and PASSED in out else [f'exit {code}: {(out + err).decode(errors="replace")}']


def faults_of_agreement(exercise, command, mars):
    wrong = []
    for name, solution in exercise.solutions().items():
        ours, theirs = exercise.run(solution, command), exercise.run(solution, mars)
        # Java's own remarks about its settings are none of MARS.
        theirs = *theirs[:2], re.sub(rb'.*java\.util\.prefs.*\n(INFO|WARNING): .*\n', b'', theirs[2])
        if ours != theirs:
            wrong.append('\n'.join([f'{name}: exit {ours[0]}, MARS {theirs[0]}', *difference('stdout', theirs[1], ours[1]),
                                    *difference('stderr', theirs[2], ours[2])]))
    return wrong


class Runner:
    """The site's test runner, in a copy that calls `command`."""

    def __init__(self, folder, command, scratch):
        self.folder, self.scratch = scratch / 'runner', scratch
        shutil.copytree(folder, self.folder, ignore=shutil.ignore_patterns('.git'))
        script = self.folder / 'bin/run.sh'
        text, calls = CALL_OF_JAR.subn(lambda _: shlex.join(command), script.read_text())
        if calls != 1:
            sys.exit(f'{script}: calls the jar {calls} times')
        script.write_text(text)

    def faults_of_own_tests(self):
        done = subprocess.run(['bin/run-tests.sh'], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        return [] if done.returncode == 0 else [done.stdout + done.stderr]

    def faults_of(self, exercise):
        place = self.scratch / exercise.name
        exercise.lay_out(place, exercise.solutions()['example'])
        subprocess.run(['bin/run.sh', exercise.name, place, place], cwd=self.folder, capture_output=True, timeout=PATIENCE,
                       check=False)
        result = json.loads((place / 'results.json').read_text())
        return [] if result['status'] == 'pass' else [str(result)]


def count(what, exercises, faults):
    """-> how many failed"""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = 0
        for exercise, wrong in zip(exercises, pool.map(faults, exercises)):
            failed += bool(wrong)
            for fault in wrong:
                print(f'FAILED {exercise.name}: {fault}', flush=True)
    print(f'{what}: {len(exercises) - failed} of {len(exercises)}', flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--runner', type=Path)
    parser.add_argument('--mars', type=shlex.split)
    parser.add_argument('track', type=Path)
    parser.add_argument('command', nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = resolved(options.command)
    exercises = [Exercise(config.parent.parent) for config in sorted(options.track.glob('exercises/*/*/.meta/config.json'))]
    if not command or not exercises:
        sys.exit('no command given' if not command else f'no exercises in {options.track}')
    tried, failed = len(exercises), count('examples that pass', exercises, lambda one: faults_of_example(one, command))
    with tempfile.TemporaryDirectory() as scratch:
        if options.runner:
            runner = Runner(options.runner, command, Path(scratch))
            own = runner.faults_of_own_tests()
            print(*own, 'the results that the test runner keeps: ' + ('others' if own else 'the same'), sep='\n')
            failed += bool(own) + count('examples that pass by the test runner', exercises, runner.faults_of)
            tried += 1 + len(exercises)
    if options.mars:
        failed += count('exercises where all is as with MARS', exercises,
                        lambda one: faults_of_agreement(one, command, options.mars))
        tried += len(exercises)
    print(f'{tried - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
