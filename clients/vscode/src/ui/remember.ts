/** Remember: one line is enough; what is marked says where the note belongs. */

import * as vscode from 'vscode';
import type { Arguments, Range } from '../protocol';
import type { Session } from '../server/session';
import type { Kept } from '../shapes';
import { short } from '../text/cards';
import { attempt } from './attempt';
import { say, tell, warn } from './say';
import { here, selected } from './where';

export type Asked = Partial<Pick<Arguments['memo.remember'], 'title' | 'uri' | 'range'>>;

const WRITE = { iconPath: new vscode.ThemeIcon('note'), tooltip: 'Write a longer note' };
const AGAIN = 'Try Again';
const PATIENCE = 3_000; // milliseconds without an answer before the person is told

/** Asks for notes in a sentence. What was typed and is not kept stands there again the next time: in this window only,
 * for nobody has looked for secrets in it yet. */
export class Remembering {
    private draft = '';
    private showing: vscode.InputBox | undefined;

    constructor(
        private readonly session: Session,
        /** Opens a longer note to be written. */
        private readonly write: (title: string, place: Asked) => Promise<void>,
    ) {}

    /** Ask for a note and keep it; settled when the box is closed. `title` is the sentence, or with a `range` the code that
     * is marked. */
    async ask({ title, uri, range }: Asked = {}): Promise<void> {
        this.session.demand();
        const place = uri ? { uri, range } : placeHere();
        const input = box(range && title ? `“${short(title, 40)}”` : place.range ? 'this code' : undefined);
        input.value = (range ? undefined : title) ?? (this.showing?.value || this.draft);
        this.showing = input;
        input.onDidAccept(() => void this.accept(input, place));
        input.onDidTriggerButton(() => void attempt(this.session, () => this.lengthen(input, place)));
        input.show();
        await new Promise((resolve) => input.onDidHide(resolve));
        this.leave(input);
    }

    /** Keep what was typed. It stays in the box until the server has it. */
    private async accept(input: vscode.InputBox, place: Asked): Promise<void> {
        const title = input.value.trim();
        if (!title) {
            input.validationMessage = 'A note needs a sentence.';
        }
        if (!title || input.busy) {
            return;
        }
        input.busy = true;
        input.validationMessage = undefined;
        const slow = setTimeout(() => (input.validationMessage = WAITING), PATIENCE);
        try {
            sayKept('Remembered', await this.session.ask('memo.remember', { title, ...place }));
            this.empty(input, title);
        } catch (trouble) {
            const line = `Not remembered. ${(trouble as Error).message}`;
            input.validationMessage = line;
            if (this.showing !== input) {
                await this.offerAgain(line, place);
            }
        } finally {
            clearTimeout(slow);
            input.busy = false;
        }
    }

    /** Go on writing in a document of its own. */
    private async lengthen(input: vscode.InputBox, place: Asked): Promise<void> {
        const title = input.value.trim();
        this.empty(input, title);
        await this.write(title, place);
    }

    /** What stood in the box is elsewhere now; what was typed since stays. */
    private empty(input: vscode.InputBox, title: string): void {
        if (input.value.trim() === title) {
            input.value = '';
        }
        if (this.draft === title) {
            this.draft = '';
        }
        input.hide();
    }

    private leave(input: vscode.InputBox): void {
        if (this.showing === input) {
            this.draft = input.value.trim();
            this.showing = undefined;
        }
        input.dispose();
    }

    /** It came to nothing when the box was closed already. */
    private async offerAgain(line: string, place: Asked): Promise<void> {
        if ((await warn(line, AGAIN)) === AGAIN) {
            await this.session.ready();
            await attempt(this.session, () => this.ask(place));
        }
    }
}

const WAITING = {
    message: 'The server has not answered yet. What you wrote stays here until it has.',
    severity: vscode.InputBoxValidationSeverity.Info,
};

/** Say what became of a note, as it is kept: a secret in it is not shown again, and that it is gone stays to be read. */
export function sayKept(done: string, { title, secrets }: Kept): void {
    if (secrets.length) {
        void tell(`${done} without what looks like a secret (${secrets.join(', ')}): ${short(title, 80)}`);
    } else {
        say(`${done}: ${short(title, 80)}`);
    }
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

/** One line, which stays while somebody looks something up. */
function box(about: string | undefined): vscode.InputBox {
    const input = vscode.window.createInputBox();
    input.title = about ? `Remember about ${about}` : 'Remember';
    input.placeholder = 'What should one know? In a sentence';
    input.buttons = [WRITE];
    input.ignoreFocusOut = true;
    return input;
}
