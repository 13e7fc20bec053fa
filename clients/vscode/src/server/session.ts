/** The one server of this window: found, started, started again, asked and told. */

import * as vscode from 'vscode';
import type { CancellationToken } from 'vscode-languageclient/node';
import { Method, type Arguments, type CommandName } from '../protocol';
import type { Changes, Result, Status } from '../shapes';
import { Bars } from './bars';
import type { Client } from './client';
import { Crashes } from './crashes';
import { findServer, inWords, type Found } from './find';
import { SECTION } from './settings';
import { theWorld } from './world';
import { openBar } from '../ui/bar';
import { say } from '../ui/say';

/** `missing`: there is no server to start. `failed`: there is one, and it does not run. */
export type Phase = 'starting' | 'running' | 'missing' | 'failed' | 'stopped';

const WHY_NOT: Partial<Record<Phase, string>> = {
    starting: 'Memo is still starting.',
    missing: 'Memo needs its server, memo-lsp, which was not found on this machine.',
};

/** JSON-RPC's codes for a connection that could not be written to, or was closed before the answer came. */
const BROKEN: ReadonlySet<number> = new Set([-32_099, -32_098, -32_097, -32_096]);

type Answerer = (params: unknown, token: CancellationToken) => Promise<unknown>;

export class Session implements vscode.Disposable {
    phase: Phase = 'stopped';
    status: Status | undefined;
    found: Found | undefined;
    readonly bars: Bars;

    private client: Client | undefined;
    private turn: Promise<void> = Promise.resolve();
    private waiting: Promise<void> | undefined;
    private readonly answerers = new Map<string, Answerer>();
    private readonly phased = new vscode.EventEmitter<Phase>();
    private readonly told = new vscode.EventEmitter<Status>();
    private readonly changed = new vscode.EventEmitter<Changes>();
    private readonly crashed = new vscode.EventEmitter<void>();

    /** The server's phase is another one. */
    readonly onPhase = this.phased.event;
    /** The server said how it is. */
    readonly onStatus = this.told.event;
    /** Memories were written, changed or removed, by whomever. */
    readonly onChange = this.changed.event;
    /** The server ended by itself, and runs again. */
    readonly onRecovered = this.crashed.event;

    constructor(
        private readonly log: vscode.LogOutputChannel,
        private readonly settings: readonly string[],
        private readonly summarizes: boolean,
    ) {
        this.bars = new Bars({
            dreaming: () => this.dreaming,
            open: openBar,
            stop: (token) => this.tell('window/workDoneProgress/cancel', { token }),
            came: (line) => say(line),
            changed: (running) => void vscode.commands.executeCommand('setContext', 'memo.passRunning', running),
        });
    }

    get running(): boolean {
        return this.phase === 'running';
    }

    /** Whether a pass is under way; where capture is paused the state does not say so, but the progress does. */
    private get dreaming(): boolean {
        return this.status?.state === 'dreaming' || (this.status?.progress?.pass ?? 'import') !== 'import';
    }

    /** Start, or start anew; whoever asks while that waits for its turn shares it. */
    restart(why: string): Promise<void> {
        this.log.info(why);
        this.waiting ??= this.turn.then(async () => {
            this.waiting = undefined;
            await this.leave();
            await this.begin();
        });
        this.turn = this.waiting.catch((trouble: unknown) =>
            this.log.error(`the server was not started: ${String(trouble)}`),
        );
        return this.turn;
    }

    stop(): Promise<void> {
        this.turn = this.turn.then(() => this.leave()).catch((trouble: unknown) => this.log.warn(String(trouble)));
        return this.turn;
    }

    dispose(): void {
        for (const emitter of [this.phased, this.told, this.changed, this.crashed]) {
            emitter.dispose();
        }
    }

    /** The server, if it runs. Throws, with one readable line, if not. */
    demand(): Client {
        if (!this.client || !this.running) {
            throw new Error(WHY_NOT[this.phase] ?? 'The Memo server does not run.');
        }
        return this.client;
    }

    /** Wait while the server starts; settled once it runs, or does not. */
    async ready(): Promise<void> {
        while (this.phase === 'starting' || this.phase === 'stopped') {
            await new Promise((resolve) => this.onPhase(resolve));
        }
    }

    /** Ask the server to run a command. Rejects with one readable line. */
    async ask<C extends CommandName>(
        command: C,
        argument: Arguments[C],
        token?: CancellationToken,
    ): Promise<Result<C>> {
        const client = this.demand();
        const params = { command, arguments: [argument] };
        // A token that is undefined would be sent as a second parameter.
        const rest = token ? [token] : [];
        try {
            return await client.sendRequest<Result<C>>('workspace/executeCommand', params, ...rest);
        } catch (trouble) {
            // What the library says of a connection that broke is nothing to read.
            const broke = client !== this.client || !this.running || BROKEN.has((trouble as { code?: number }).code!);
            throw broke ? new Error('The Memo server ended before it answered.') : trouble;
        }
    }

    /** Tell the server something nobody waits for. */
    tell(method: string, params: unknown): void {
        if (this.client && this.running) {
            this.client.sendNotification(method, params).catch((trouble: unknown) => this.log.debug(String(trouble)));
        }
    }

    /** Answer a request of the server's, of this one and of each that is started later. */
    answer(method: string, answerer: Answerer): void {
        this.answerers.set(method, answerer);
    }

    private async begin(): Promise<void> {
        const words = vscode.workspace.getConfiguration(SECTION).get<string[] | string>('server.command', []);
        const { found, passedOver } = await findServer(typeof words === 'string' ? [words] : words, theWorld());
        passedOver.forEach((line) => this.log.info(line));
        this.found = found;
        if (!found) {
            this.enter('missing');
            return;
        }
        this.log.info(inWords(found));
        const { log, settings, summarizes, bars } = this;
        const crashes = new Crashes();
        const { newClient } = await import('./client'); // large, and not needed to be there at once
        const client = newClient({ found, log, settings, summarizes, crashes, bars });
        this.client = client;
        this.listen(client, crashes);
        this.enter('starting');
        await client.start().catch(() => this.enter('failed'));
    }

    private listen(client: Client, crashes: Crashes): void {
        let ran = false;
        client.onState((state) => {
            if (client !== this.client) {
                return;
            }
            if (state === 'running') {
                this.enter('running');
                if (ran) {
                    this.log.warn('the server had ended by itself; it was started again');
                    this.crashed.fire();
                }
                ran = true;
            } else {
                this.status = undefined;
                this.bars.clear();
                this.enter(state === 'starting' || !crashes.gaveUp ? 'starting' : 'failed');
            }
        });
        client.onNotification(Method.Status, (status: Status) => {
            this.status = status;
            void vscode.commands.executeCommand('setContext', 'memo.summarizer', status.summarizer);
            this.told.fire(status);
        });
        client.onNotification(Method.DidChangeMemory, (changes: Changes) => this.changed.fire(changes));
        for (const [method, answerer] of this.answerers) {
            client.onRequest(method, answerer);
        }
    }

    private async leave(): Promise<void> {
        const client = this.client;
        this.client = this.status = undefined;
        this.bars.clear();
        this.enter('stopped');
        await client?.leave();
    }

    private enter(phase: Phase): void {
        if (phase !== this.phase) {
            this.phase = phase;
            void vscode.commands.executeCommand('setContext', 'memo.state', phase);
            this.phased.fire(phase);
        }
    }
}
