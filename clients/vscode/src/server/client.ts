/** The language client as we want it: quiet, with links of our own only, and no commands taken from the server. */

import * as vscode from 'vscode';
import {
    CloseAction,
    ErrorAction,
    LanguageClient,
    RevealOutputChannelOn,
    State,
    type ClientCapabilities,
    type DynamicFeature,
    type ErrorHandler,
    type LanguageClientOptions,
    type StaticFeature,
} from 'vscode-languageclient/node';
import { PROTOCOL } from '../protocol';
import { letters } from '../text/cards';
import type { Crashes } from './crashes';
import type { Found } from './find';
import { SECTION, whatIsSet } from './settings';
import type { Bars } from './bars';

/** What a link in a hover may run. */
export const LINKED = ['memo.open', 'memo.feedback', 'memo.explain', 'memo.search'];
const EXECUTE = 'workspace/executeCommand';
const FLUSH = 6_000; // milliseconds the server may take to write what it was told

export interface Client extends LanguageClient {
    onState(listener: (state: 'starting' | 'running' | 'stopped') => void): void;
    leave(): Promise<void>;
}

export interface Wanted {
    found: Found;
    log: vscode.LogOutputChannel;
    settings: readonly string[];
    summarizes: boolean;
    crashes: Crashes;
    bars: Bars;
}

/** A client for one server; it is not started yet. */
export function newClient(wanted: Wanted): Client {
    const { program, rest } = wanted.found;
    return new Quiet('memo', 'Memo', { command: program, args: rest }, options(wanted), wanted.summarizes);
}

/** Messages go to the log and never pop up; commands are registered here, by the surfaces that show their answers. */
class Quiet extends LanguageClient implements Client {
    constructor(
        id: string,
        name: string,
        server: { command: string; args: string[] },
        options: LanguageClientOptions,
        summarizes: boolean,
    ) {
        super(id, name, server, options);
        this.registerFeature(new Announcement(summarizes));
    }

    override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
        if (!('registrationType' in feature) || feature.registrationType.method !== EXECUTE) {
            super.registerFeature(feature);
        }
    }

    override error(message: string, data?: unknown): void {
        super.error(message, data, false);
    }

    override warn(message: string, data?: unknown): void {
        super.warn(message, data, false);
    }

    override info(message: string, data?: unknown): void {
        super.info(message, data, false);
    }

    onState(listener: (state: 'starting' | 'running' | 'stopped') => void): void {
        this.onDidChangeState(({ newState }) =>
            listener(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped'),
        );
    }

    leave(): Promise<void> {
        return this.dispose(FLUSH);
    }
}

/** What we can do for the server beside LSP. */
class Announcement implements StaticFeature {
    constructor(private readonly summarizes: boolean) {}

    fillClientCapabilities(capabilities: ClientCapabilities): void {
        const memo = { commandLinks: true, summarize: this.summarizes };
        capabilities.experimental = { ...(capabilities.experimental as object), memo };
    }

    initialize(): void {}

    getState(): { kind: 'static' } {
        return { kind: 'static' };
    }

    clear(): void {}
}

function options({ log, settings, crashes, bars }: Wanted): LanguageClientOptions {
    return {
        documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-notebook-cell' }],
        initializationOptions: () => ({ memo: { protocol: PROTOCOL, trusted: vscode.workspace.isTrusted } }),
        markdown: { isTrusted: { enabledCommands: LINKED }, supportHtml: false },
        outputChannel: log,
        traceOutputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationFailedHandler: () => false,
        errorHandler: handler(crashes),
        middleware: {
            handleWorkDoneProgress: (token, value) => bars.take(token, value),
            // The editor goes through the answers once more and keeps those whose name holds what was typed: it does.
            provideWorkspaceSymbols: async (query, token, next) =>
                (await next(query, token))?.map((symbol) =>
                    Object.assign(symbol, { name: `${query} · ${letters(symbol.name)}` }),
                ),
            workspace: {
                configuration: (params, token, next) => {
                    const ours = params.items.every((item) => item.section === SECTION);
                    return ours
                        ? params.items.map((item) =>
                              whatIsSet(settings, item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined),
                          )
                        : next(params, token);
                },
            },
        },
    };
}

function handler(crashes: Crashes): ErrorHandler {
    return {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: crashes.again() ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true }),
    };
}
