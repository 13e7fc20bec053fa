/** The machine as the search for a server sees it. */

import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { World } from './find';

const PATIENCE = 5_000; // milliseconds for the Python extension, or an interpreter, to answer

/** As much of the Python extension's interface as is asked for here. */
interface PythonExtension {
    environments: {
        getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
        resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
        onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
    };
}

export function theWorld(): World {
    return {
        home: os.homedir(),
        env: process.env,
        folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
        trusted: vscode.workspace.isTrusted,
        runs,
        interpreter: () => soon(interpreter()),
        hasServer,
    };
}

/** Tells when the person chose another interpreter. */
export async function onOtherInterpreter(listener: () => void): Promise<vscode.Disposable> {
    const python = await soon(pythonExtension());
    return python?.environments.onDidChangeActiveEnvironmentPath(listener) ?? { dispose: () => undefined };
}

async function runs(file: string): Promise<boolean> {
    try {
        await fs.access(file, fs.constants.X_OK);
        return (await fs.stat(file)).isFile();
    } catch {
        return false;
    }
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
    const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
    const api = extension && (await extension.activate());
    return api?.environments ? api : undefined;
}

async function interpreter(): Promise<string | undefined> {
    const environments = (await pythonExtension())?.environments;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen =
        environments && (await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder)));
    return chosen?.executable.uri?.fsPath;
}

function hasServer(python: string): Promise<boolean> {
    const asked = "import importlib.util, sys; sys.exit(importlib.util.find_spec('memo_lsp') is None)";
    return new Promise((resolve) => {
        execFile(python, ['-E', '-P', '-c', asked], { timeout: PATIENCE, windowsHide: true }, (trouble) =>
            resolve(trouble === null),
        );
    });
}

/** The answer, or undefined where there is none in time. */
async function soon<T>(asked: Promise<T | undefined>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE, undefined)));
    try {
        return await Promise.race([asked.catch(() => undefined), late]);
    } finally {
        clearTimeout(timer);
    }
}
