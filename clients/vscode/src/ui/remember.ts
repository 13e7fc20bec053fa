/** Remember: one line is enough; what is marked says where the note belongs. */

import * as vscode from 'vscode';
import type { Arguments, Range } from '../protocol';
import type { Session } from '../server/session';
import type { Kept } from '../shapes';
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
    session.demand();
    const place = asked?.uri ? { uri: asked.uri, range: asked.range } : placeHere();
    const keep = (title: string): Promise<Kept> => session.ask('memo.remember', { title, ...place });
    const answer = await askForTitle(asked?.title ?? '', place.range !== undefined, keep);
    if (answer && 'longer' in answer) {
        await write(answer.longer, place);
    } else if (answer) {
        say(keptAs('Remembered', answer));
    }
    return answer && 'id' in answer ? answer.id : undefined;
}

/** What became of a note, as it is kept: a secret in it is not shown again. */
export function keptAs(done: string, { title, secrets }: Kept): string {
    return `${done}${secrets.length ? ` without its ${secrets.join(', ')}` : ''}: ${title}`;
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

/** One line, that stays until it is kept or given up: nothing that was typed goes because somebody looks something up, or
 * because the server does not answer. */
function askForTitle(
    title: string,
    placed: boolean,
    keep: (title: string) => Promise<Kept>,
): Promise<Kept | { longer: string } | undefined> {
    const input = vscode.window.createInputBox();
    Object.assign(input, { value: title, ignoreFocusOut: true, buttons: [WRITE] });
    input.title = placed ? 'Remember about this code' : 'Remember';
    input.placeholder = 'What should one know? In a sentence';
    return new Promise((resolve) => {
        const done = (answer: Kept | { longer: string }): void => {
            resolve(answer);
            input.hide();
        };
        const accept = async (): Promise<void> => {
            const said = input.value.trim();
            if (!said) {
                input.validationMessage = 'A note needs a sentence.';
                return;
            }
            Object.assign(input, { busy: true, enabled: false });
            try {
                done(await keep(said));
            } catch (trouble) {
                input.validationMessage = `Not kept: ${trouble instanceof Error ? trouble.message : String(trouble)}`;
            } finally {
                Object.assign(input, { busy: false, enabled: true });
            }
        };
        input.onDidChangeValue(() => (input.validationMessage = undefined));
        input.onDidAccept(() => void accept());
        input.onDidTriggerButton(() => done({ longer: input.value.trim() }));
        input.onDidHide(() => {
            resolve(undefined);
            input.dispose();
        });
        input.show();
    });
}
