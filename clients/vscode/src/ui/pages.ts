/** The Memory page: a read-only document, its links, and what the editor's title bar should offer for it. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Check, Run, Whole } from '../shapes';
import { plain, tabName } from '../text/cards';
import { memoryPage, whyPage } from '../text/pages';
import type { Page, PageLink } from '../text/paper';
import { passName, runPage } from '../text/runs';
import type { Code } from './code';
import { hasCode } from './where';

export const PAGES = 'memo-page';
const RUNS = 1_000; // how far back a run is looked for
const FORGOTTEN = 'This memory was forgotten: its text is deleted for good.';
const GONE = 'This summary is not there any more.';
const DOCTOR = vscode.Uri.from({ scheme: PAGES, path: '/Doctor' });

interface Shown extends Page {
    memory?: Whole;
    run?: Run;
}

export class Pages implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider {
    private readonly shown = new Map<string, Shown>();
    /** What was asked for to know a page's name, until the page is made. */
    private readonly asked = new Map<string, Whole>();
    private readonly removed = new Set<string>();
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;

    constructor(
        private readonly session: Session,
        private readonly code: Code,
    ) {}

    register(): vscode.Disposable {
        const selector = { scheme: PAGES };
        return vscode.Disposable.from(
            this.changed,
            vscode.workspace.registerTextDocumentContentProvider(PAGES, this),
            vscode.languages.registerDocumentLinkProvider(selector, this),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => setTimeout(() => this.forget(uri))),
            vscode.window.onDidChangeActiveTextEditor(() => this.offer()),
            this.session.onChange(({ changed, removed }) => {
                removed.forEach((id) => this.removed.add(id));
                this.renew(new Set([...changed, ...removed]));
            }),
        );
    }

    /** A document that only gets its language is closed, too, and opened again at once. */
    private forget(uri: vscode.Uri): void {
        if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
            this.shown.delete(uri.toString());
        }
    }

    /** Show a memory; with `query`, also why it was found for that; `beside` what is looked at now, if wanted. */
    async open(id: string, query?: string, beside = false): Promise<void> {
        const memory = await this.session.ask('memo.open', { id }).catch(() => undefined); // the page says why not
        const uri = address(tabName(memory?.title ?? '', 'Memory'), { id, ...(query ? { query } : {}) });
        if (memory) {
            this.asked.set(uri.toString(), memory);
        }
        await this.show(uri, beside);
    }

    /** Show why each of several was found. */
    async openWhy(ids: readonly string[], query: string): Promise<void> {
        await this.show(address(tabName(`Why these for ${query}`, 'Why these'), { why: ids.join(), query }));
    }

    /** Show what a run did. */
    async openRun({ run, pass }: Run): Promise<void> {
        await this.show(address(`${passName(pass)}, run ${run}`, { run: String(run) }));
    }

    async openDoctor(): Promise<void> {
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
        const { links, memory } = this.shown.get(document.uri.toString()) ?? { links: [] };
        const found = await Promise.all(links.map((link) => this.documentLink(link, memory)));
        return found.filter((link) => link !== undefined);
    }

    private async documentLink(
        { line, start, end, target, tooltip }: PageLink,
        memory: Whole | undefined,
    ): Promise<vscode.DocumentLink | undefined> {
        const uri =
            'memory' in target
                ? command('memo.open', { id: target.memory })
                : (await this.code.fileOf(target.code, memory?.project))?.with({
                      fragment: target.code.line ? `L${target.code.line}` : '',
                  });
        if (!uri) {
            return undefined;
        }
        const link = new vscode.DocumentLink(new vscode.Range(line, start, line, end), uri);
        link.tooltip = tooltip;
        return link;
    }

    /** Bring a page to the front, as things are now. */
    private async show(uri: vscode.Uri, beside = false): Promise<void> {
        if (this.shown.has(uri.toString())) {
            this.changed.fire(uri);
        }
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
        const [id, query, why, run] = ['id', 'query', 'why', 'run'].map((name) => asked.get(name));
        return why
            ? this.whyOf(why.split(','), query ?? '')
            : run
              ? this.runOf(Number(run))
              : this.memoryOf(uri, id, query);
    }

    private async memoryOf(uri: vscode.Uri, id: string | null, query: string | null): Promise<Shown> {
        const memory = this.asked.get(uri.toString()) ?? (await this.whole(uri, id ?? ''));
        this.asked.delete(uri.toString());
        const { id: found } = memory;
        const words = query && (await this.session.ask('memo.explain', { id: found, query })).words;
        return { ...memoryPage(memory, words ? { query, words } : undefined), memory };
    }

    private async whole(uri: vscode.Uri, id: string): Promise<Whole> {
        const again = this.shown.has(uri.toString()) ? { surface: 'view' as const } : {}; // nobody reads it anew
        try {
            return await this.session.ask('memo.open', { id, ...again });
        } catch (trouble) {
            const written = this.shown.get(uri.toString())?.memory?.origin === 'dream'; // and so it is taken back, too
            throw this.removed.has(id) ? new Error(written ? GONE : FORGOTTEN) : trouble;
        }
    }

    private async whyOf(ids: readonly string[], query: string): Promise<Shown> {
        const found = await Promise.all(ids.map((id) => this.session.ask('memo.explain', { id, query })));
        return whyPage(query, found);
    }

    private async runOf(number: number): Promise<Shown> {
        const run = (await this.session.ask('memo.runs', { limit: RUNS })).find((each) => each.run === number);
        if (!run) {
            throw new Error('This run is not known any more.');
        }
        const { edits } = await this.session.ask('memo.undo', { run: number, dryRun: true });
        return { ...runPage(run, edits), run };
    }

    private renew(ids: ReadonlySet<string>): void {
        for (const [uri, { memory, run }] of this.shown) {
            if (run || (memory && ids.has(memory.id))) {
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

function address(name: string, asked: Record<string, string>): vscode.Uri {
    return vscode.Uri.from({ scheme: PAGES, path: `/${name}`, query: new URLSearchParams(asked).toString() });
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
