/** A bar with a title, a message, how far it is, and a way to stop it. */

import * as vscode from 'vscode';
import type { Bar } from '../server/bars';

export function openBar(title: string, stop: () => void): Bar {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let report: (value: { message?: string; increment: number }) => void = () => undefined;
    let before = 0;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
        report = (value) => progress.report(value);
        token.onCancellationRequested(stop);
        return ended;
    });
    return {
        show(_, message, percent = before) {
            report({ message, increment: Math.max(0, percent - before) });
            before = Math.max(before, percent);
        },
        end,
    };
}
