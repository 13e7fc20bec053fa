/** Which server is started, and why: what was set, else the Python extension's interpreter, else PATH. */

import { onPath, readings, withPython, within, type Surroundings } from './words';

export interface World extends Surroundings {
    /** Whether programs of the workspace may be started. */
    trusted: boolean;
    /** The interpreter that the Python extension has chosen, if there is one. */
    interpreter(): Promise<string | undefined>;
    /** Whether an interpreter has memo_lsp; false if it cannot say so soon. */
    hasServer(interpreter: string): Promise<boolean>;
}

export interface Found {
    program: string;
    rest: string[];
    from: 'setting' | 'interpreter' | 'path';
}

export interface Search {
    found?: Found;
    /** What was looked at and passed over, in words for the log. */
    passedOver: string[];
}

export async function findServer(words: readonly string[], world: World): Promise<Search> {
    const passedOver: string[] = [];
    const found =
        (await fromSetting(words, world, passedOver)) ??
        (await fromInterpreter(world, passedOver)) ??
        (await fromPath(world, passedOver));
    return { found, passedOver };
}

async function fromSetting(words: readonly string[], world: World, passedOver: string[]): Promise<Found | undefined> {
    for (const { program, rest, ofWorkspace } of readings(words, world)) {
        if (ofWorkspace && !world.trusted) {
            passedOver.push(`memo.server.command: ${program} is the workspace's, which is not trusted`);
            continue;
        }
        const file = /[/\\]/.test(program) ? program : await onPath(program, world);
        if (file !== undefined && (await world.runs(file))) {
            return { program: file, rest: [...rest, 'serve'], from: 'setting' };
        }
        passedOver.push(`memo.server.command: there is no program ${program}`);
    }
    return undefined;
}

async function fromInterpreter(world: World, passedOver: string[]): Promise<Found | undefined> {
    const interpreter = await world.interpreter();
    if (interpreter === undefined) {
        return undefined;
    }
    if (!world.trusted && world.folders.some((folder) => within(folder, interpreter))) {
        passedOver.push(`${interpreter} is the workspace's, which is not trusted`);
        return undefined;
    }
    if (!(await world.hasServer(interpreter))) {
        passedOver.push(`${interpreter}, the Python extension's interpreter, has no memo_lsp`);
        return undefined;
    }
    const [program, ...rest] = withPython(interpreter);
    return { program, rest: [...rest, 'serve'], from: 'interpreter' };
}

async function fromPath(world: World, passedOver: string[]): Promise<Found | undefined> {
    const program = await onPath('memo-lsp', world);
    if (program === undefined) {
        passedOver.push('there is no memo-lsp on PATH');
        return undefined;
    }
    if (!world.trusted && world.folders.some((folder) => within(folder, program))) {
        passedOver.push(`${program} is the workspace's, which is not trusted`);
        return undefined;
    }
    return { program, rest: ['serve'], from: 'path' };
}

const REASONS: Record<Found['from'], string> = {
    setting: 'set in memo.server.command',
    interpreter: "the Python extension's interpreter has it",
    path: 'found on PATH',
};

/** The choice in words, for the log. */
export function inWords(found: Found): string {
    return `server: ${[found.program, ...found.rest].join(' ')} (${REASONS[found.from]})`;
}
