/** Remember: one line is enough; what is marked says where the note belongs. */

import * as vscode from 'vscode';
import type { Arguments, Range } from '../protocol';
import type { Session } from '../server/session';
import { say } from './say';
import { here, selected } from './where';

export type Asked = Partial<Pick<Arguments['memo.remember'], 'title' | 'uri' | 'range'>>;

const WRITE = { iconPath: new vscode.ThemeIcon('note'), tooltip: 'Write a longer note' };

/** Ask for a note and keep it; `write` opens a longer one to be written. */
export async function remember(
    session: Session,
    asked: Asked | undefined,
    write: (title: string, place: Asked) => Promise<void>,
): Promise<string | undefined> {
    const place = asked?.uri ? { uri: asked.uri, range: asked.range } : placeHere();
    const answer = await askForTitle(asked?.title ?? '', place.range !== undefined);
    if (!answer) {
        return undefined;
    }
    if (answer.longer) {
        await write(answer.title, place);
        return undefined;
    }
    const { id } = await session.ask('memo.remember', { title: answer.title, ...place });
    say(`Remembered: ${answer.title}`);
    return id;
}

/** Where a note belongs that is asked for now: to what is marked, else to the project. */
function placeHere(): Asked {
    const marked = selected();
    if (!marked) {
        return { uri: here() };
    }
    return { uri: marked.uri, range: plainRange(marked.range) };
}

function plainRange({ start, end }: vscode.Range): Range {
    const position = ({ line, character }: vscode.Position): Range['start'] => ({ line, character });
    return { start: position(start), end: position(end) };
}

function askForTitle(title: string, placed: boolean): Promise<{ title: string; longer: boolean } | undefined> {
    const input = vscode.window.createInputBox();
    input.title = placed ? 'Remember about this code' : 'Remember';
    input.placeholder = 'What should one know? In a sentence';
    input.value = title;
    input.buttons = [WRITE];
    return new Promise((resolve) => {
        const answer = (longer: boolean): void => {
            const said = input.value.trim();
            if (said || longer) {
                resolve({ title: said, longer });
                input.hide();
            } else {
                input.validationMessage = 'A note needs a sentence.';
            }
        };
        input.onDidChangeValue(() => (input.validationMessage = undefined));
        input.onDidAccept(() => answer(false));
        input.onDidTriggerButton(() => answer(true));
        input.onDidHide(() => {
            resolve(undefined);
            input.dispose();
        });
        input.show();
    });
}
