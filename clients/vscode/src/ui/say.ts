/** What a person is told, in one line. Here alone, because the editor draws `$(icons)` and links in such lines: what a
 * memory, a commit or a file says in them stays letters. */

import * as vscode from 'vscode';
import { letters } from '../text/cards';

const SAID_FOR = 5_000; // milliseconds
const LONGEST = 300; // characters

/** In the status bar, for a moment: it is done. */
export function say(line: string, icon = 'check', milliseconds = SAID_FOR): void {
    vscode.window.setStatusBarMessage(`$(${icon}) ${letters(line, 120)}`, milliseconds);
}

/** In a message that stays until it is read; gives the action that was taken. */
export function tell<T extends string>(line: string, ...actions: T[]): Thenable<T | undefined> {
    return vscode.window.showInformationMessage(letters(line, LONGEST), ...actions);
}

/** The same for what did not work. */
export function warn<T extends string>(line: string, ...actions: T[]): Thenable<T | undefined> {
    return vscode.window.showWarningMessage(letters(line, LONGEST), ...actions);
}

/** Ask before something that cannot be taken back at once; whether the person wants it. */
export async function sure(question: string, detail: string, action: string): Promise<boolean> {
    const options = { modal: true, detail };
    return (await vscode.window.showWarningMessage(letters(question, LONGEST), options, action)) === action;
}
