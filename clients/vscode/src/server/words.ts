/** The words of `memo.server.command`: what a person may write in them, and the program they name. */

import * as path from 'node:path';

export interface Surroundings {
    home: string;
    folders: readonly string[];
    env: Readonly<Record<string, string | undefined>>;
    /** Whether a path names a program that may be started. */
    runs(file: string): Promise<boolean>;
}

const PYTHON = /^(python|pypy)[\d.]*(\.exe)?$/i;
/** So that nothing in the working folder or on PYTHONPATH is imported in place of the real thing. */
const AS_MODULE = ['-E', '-P', '-m', 'memo_lsp'];

export interface Words {
    program: string;
    rest: string[];
    /** Whether the program is looked for relative to, or inside, a workspace folder. */
    ofWorkspace: boolean;
}

/** Every reading of the words, one a workspace folder where they mean a file of one. */
export function readings(words: readonly string[], around: Surroundings): Words[] {
    const [program, ...rest] = words;
    if (!program) {
        return [];
    }
    const folders = around.folders.length ? around.folders : [''];
    const found = folders.map((folder) => {
        const spelled = spell(program, folder, around);
        const relative = /[/\\]/.test(spelled) && !path.isAbsolute(spelled);
        const whole = relative && folder ? path.join(folder, spelled) : spelled;
        return {
            program: whole,
            rest:
                rest.length === 0 && PYTHON.test(path.basename(whole))
                    ? AS_MODULE
                    : rest.map((word) => spell(word, folder, around)),
            ofWorkspace: relative || around.folders.some((each) => within(each, whole)),
        };
    });
    return found.filter((one, at) => found.findIndex((other) => other.program === one.program) === at);
}

/** The words that start the server with an interpreter. */
export function withPython(interpreter: string): string[] {
    return [interpreter, ...AS_MODULE];
}

/** Whether a file lies in a folder. */
export function within(folder: string, file: string): boolean {
    const way = path.relative(folder, file);
    return !way.startsWith('..') && !path.isAbsolute(way);
}

function spell(word: string, folder: string, around: Surroundings): string {
    return word
        .replace(/^~(?=$|[/\\])/, around.home)
        .replace(/\$\{(workspaceFolder|userHome|env:([^}]+))\}/g, (_, name: string, variable?: string) =>
            name === 'workspaceFolder'
                ? folder
                : name === 'userHome'
                  ? around.home
                  : (around.env[variable ?? ''] ?? ''),
        );
}

/** The file a bare name stands for: on PATH, then where uv and pipx put programs. */
export async function onPath(name: string, around: Surroundings): Promise<string | undefined> {
    const windows = around.env['SystemRoot'] !== undefined;
    const variable = around.env['PATH'] ?? around.env['Path'] ?? '';
    const folders = [...variable.split(windows ? ';' : ':'), path.join(around.home, '.local', 'bin')];
    for (const folder of folders.filter((each) => path.isAbsolute(each))) {
        const file = path.join(folder, windows && !/\.exe$/i.test(name) ? `${name}.exe` : name);
        if (await around.runs(file)) {
            return file;
        }
    }
    return undefined;
}
