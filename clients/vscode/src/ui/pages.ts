/** The Memory page: a read-only document, its links, and what the editor's title bar should offer for it. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Check, Whole } from '../shapes';
import { memoryPage, plain, type Page, type PageLink } from '../text/pages';
import { fileOf, hasCode } from './where';

export const PAGES = 'memo-page';
const DOCTOR = vscode.Uri.from({ scheme: PAGES, path: '/Doctor' });

interface Shown extends Page {
    memory?: Whole;
}

export class Pages implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider {
    private readonly shown = new Map<string, Shown>();
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;

    constructor(private readonly session: Session) {}

    register(): vscode.Disposable {
        const selector = { scheme: PAGES };
        return vscode.Disposable.from(
            this.changed,
            vscode.workspace.registerTextDocumentContentProvider(PAGES, this),
            vscode.languages.registerDocumentLinkProvider(selector, this),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => setTimeout(() => this.forget(uri))),
            vscode.window.onDidChangeActiveTextEditor(() => this.offer()),
            this.session.onChange(({ changed, removed }) => this.renew(new Set([...changed, ...removed]))),
        );
    }

    /** A document that only gets its language is closed, too, and opened again at once. */
    private forget(uri: vscode.Uri): void {
        if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
            this.shown.delete(uri.toString());
        }
    }

    /** Show a memory; with `query`, also why it was found for that; `beside` what is looked at now, if wanted. */
    async open(id: string, query?: string, title = 'Memory', beside = false): Promise<void> {
        const name =
            title
                .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
                .trim()
                .slice(0, 60) || 'Memory';
        const asked = new URLSearchParams({ id, ...(query ? { query } : {}) });
        await this.show(vscode.Uri.from({ scheme: PAGES, path: `/${name}`, query: asked.toString() }), beside);
    }

    async openDoctor(): Promise<void> {
        this.changed.fire(DOCTOR);
        await this.show(DOCTOR);
    }

    /** The memory on the page looked at. */
    get current(): Whole | undefined {
        const uri = vscode.window.activeTextEditor?.document.uri;
        return uri?.scheme === PAGES ? this.shown.get(uri.toString())?.memory : undefined;
    }

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const page = await this.page(uri).catch((trouble: unknown): Shown => {
            const line = trouble instanceof Error ? trouble.message : String(trouble);
            return { text: `${plain(line)}\n`, links: [] };
        });
        this.shown.set(uri.toString(), page);
        this.offer();
        return page.text;
    }

    async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
        const links = this.shown.get(document.uri.toString())?.links ?? [];
        const found = await Promise.all(links.map(documentLink));
        return found.filter((link) => link !== undefined);
    }

    private async show(uri: vscode.Uri, beside = false): Promise<void> {
        const document = await vscode.languages.setTextDocumentLanguage(
            await vscode.workspace.openTextDocument(uri),
            'markdown',
        );
        const { Active, Beside } = vscode.ViewColumn;
        await vscode.window.showTextDocument(document, { viewColumn: beside ? Beside : Active, preview: !beside });
        this.offer();
    }

    private async page(uri: vscode.Uri): Promise<Shown> {
        if (uri.path === DOCTOR.path) {
            return doctorPage(await this.session.ask('memo.doctor', {}));
        }
        const asked = new URLSearchParams(uri.query);
        const [id, query] = [asked.get('id') ?? '', asked.get('query')];
        const memory = await this.session.ask('memo.open', { id });
        const why = query ? { query, words: (await this.session.ask('memo.explain', { id, query })).words } : undefined;
        return { ...memoryPage(memory, why), memory };
    }

    private renew(ids: ReadonlySet<string>): void {
        for (const [uri, { memory }] of this.shown) {
            if (memory && ids.has(memory.id)) {
                this.changed.fire(vscode.Uri.parse(uri));
            }
        }
    }

    /** Tell the title bar what can be done with the page looked at. */
    private offer(): void {
        const memory = this.current;
        const offered = { memory: !!memory, pinned: !!memory?.pinned, code: !!memory && hasCode(memory) };
        for (const [name, value] of Object.entries(offered)) {
            void vscode.commands.executeCommand('setContext', `memo.page.${name}`, value);
        }
    }
}

async function documentLink({ line, start, end, target, tooltip }: PageLink): Promise<vscode.DocumentLink | undefined> {
    const uri = 'memory' in target ? command('memo.open', { id: target.memory }) : await lineOf(target.code);
    if (!uri) {
        return undefined;
    }
    const link = new vscode.DocumentLink(new vscode.Range(line, start, line, end), uri);
    link.tooltip = tooltip;
    return link;
}

async function lineOf(anchor: Parameters<typeof fileOf>[0]): Promise<vscode.Uri | undefined> {
    const file = await fileOf(anchor);
    return file?.with({ fragment: anchor.line ? `L${anchor.line}` : '' });
}

function command(name: string, argument: unknown): vscode.Uri {
    return vscode.Uri.parse(`command:${name}?${encodeURIComponent(JSON.stringify([argument]))}`);
}

function doctorPage(checks: readonly Check[]): Page {
    const rows = checks.map(({ name, ok, detail, fix }) =>
        [`- ${ok ? '✓' : '✗'} **${plain(name)}** ${plain(detail)}`, ...(fix && !ok ? [`  - ${plain(fix)}`] : [])].join(
            '\n',
        ),
    );
    const bad = checks.filter((check) => !check.ok).length;
    const head = bad ? `${bad} of ${checks.length} need a look.` : 'All is well.';
    return { text: ['# Doctor', '', head, '', ...rows, ''].join('\n'), links: [] };
}
