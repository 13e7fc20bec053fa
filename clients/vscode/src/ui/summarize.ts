/** The editor's own language model writes themes, once a person has chosen one for it. */

import * as vscode from 'vscode';
import type { CancellationToken } from 'vscode-languageclient/node';
import { SECTION } from '../server/settings';
import { tell } from './say';

const CHOSEN = 'languageModel';
const CHOOSE = 'Choose a Model…';
const NEVER = 'Never';
const SETTINGS = 'Settings';
const NONE = '';

interface Asked {
    system: string;
    prompt: string;
    maxTokens: number;
}

/** How this editor is asked for language models; undefined where it knows of none. */
export const selectModels: Select | undefined = vscode.lm?.selectChatModels;

type Select = typeof vscode.lm.selectChatModels;

export class Summarizer {
    constructor(
        private readonly memento: vscode.Memento,
        private readonly select: Select | undefined,
    ) {}

    /** Ask for consent when the person sets `memo.summarize.provider` to `editor`. */
    register(): vscode.Disposable {
        void this.consent();
        return vscode.workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration('memo.summarize.provider')) {
                void this.consent();
            }
        });
    }

    /** Write what is asked for with the chosen model. Rejects without one: to the server that is a decline. */
    async write({ system, prompt, maxTokens }: Asked, token: CancellationToken): Promise<{ text: string }> {
        const id = this.memento.get<string>(CHOSEN);
        const [model] = (id && (await this.select?.({ id }))) || [];
        if (!model) {
            throw new Error('no language model was chosen');
        }
        const options = { justification: 'Memo sums up your own memories.', modelOptions: { max_tokens: maxTokens } };
        const messages = [vscode.LanguageModelChatMessage.User(`${system}\n\n${prompt}`)];
        const answer = await model.sendRequest(messages, options, token);
        let text = '';
        for await (const part of answer.text) {
            text += part;
        }
        return { text };
    }

    /** Let the person choose which model may be asked. */
    async choose(): Promise<void> {
        const models = (await this.select?.()) ?? [];
        if (!models.length) {
            void this.helpless();
            return;
        }
        const none = { label: '$(circle-slash) None', description: 'Ask no model', id: NONE };
        const items = [...models.map(({ name, vendor, id }) => ({ label: name, description: vendor, id })), none];
        const placeHolder = 'It is shown dates, kinds and titles of memories, without secrets';
        const picked = await vscode.window.showQuickPick(items, { title: 'Language model for themes', placeHolder });
        if (picked) {
            await this.memento.update(CHOSEN, picked.id);
            await this.use(picked.id !== NONE);
        }
    }

    /** What was chosen is what is meant: the setting follows, unless a model behind HTTP is set up. */
    private async use(chosen: boolean): Promise<void> {
        const settings = vscode.workspace.getConfiguration(SECTION);
        const [from, to] = chosen ? ['none', 'editor'] : ['editor', 'none'];
        if (settings.get('summarize.provider') === from) {
            await settings.update('summarize.provider', to, vscode.ConfigurationTarget.Global);
        }
    }

    private async helpless(): Promise<void> {
        const line = 'This editor has no language model to offer; one behind HTTP can be set up.';
        if ((await tell(line, SETTINGS)) === SETTINGS) {
            await vscode.commands.executeCommand('memo.settings', 'memo.summarize');
        }
    }

    private async consent(): Promise<void> {
        const wanted = vscode.workspace.getConfiguration(SECTION).get('summarize.provider') === 'editor';
        if (!wanted || !this.select || this.memento.get<string>(CHOSEN) !== undefined) {
            return;
        }
        const question = 'May Memo show titles of memories to a language model of this editor, to write themes?';
        const answer = await tell(question, CHOOSE, NEVER);
        if (answer === CHOOSE) {
            await this.choose();
        } else if (answer === NEVER) {
            await this.memento.update(CHOSEN, NONE);
        }
    }
}
