/** What stands in the trees of the Memory view. */

import * as vscode from 'vscode';
import type { Card, Hit, Link, Review, Row, Run, Topic } from '../shapes';
import { about, icon, short, telling } from '../text/cards';
import { pairTitle, reason } from '../text/review';
import { outcome, passName, undoable, went } from '../text/runs';
import { ago, counted } from '../text/times';
import { hasCode } from '../ui/where';
import type { Branches } from '../ui/branches';
import type { Session } from '../server/session';

/** What the trees are made from. */
export interface Room {
    session: Session;
    branches: Branches;
}

/** A line of a tree; `children` are asked for when it is opened. */
export class Node extends vscode.TreeItem {
    constructor(
        private readonly words: string,
        readonly children?: () => Promise<Node[]>,
        open = false,
    ) {
        const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
        super(words, children ? (open ? Expanded : Collapsed) : None);
    }

    /** Say what stands here, for those who cannot see icons. */
    protected says(...parts: (string | undefined)[]): void {
        this.accessibilityInformation = { label: [this.words, ...parts].filter(Boolean).join(', ') };
    }
}

/** A memory; opens its page, and may hold others beneath it. */
export class MemoryNode extends Node {
    constructor(
        readonly card: Card,
        own: ReadonlySet<string>,
        children?: () => Promise<Node[]>,
    ) {
        super(short(card.title), children);
        const said = (this.description = about(card, own));
        const faded = card.superseded_by ? new vscode.ThemeColor('disabledForeground') : undefined;
        this.iconPath = new vscode.ThemeIcon(icon(card.kind), faded);
        this.contextValue = ['memory', card.pinned && 'pinned', hasCode(card) && 'code'].filter(Boolean).join('-');
        this.command = { command: 'memo.open', title: 'Open', arguments: [{ card }] };
        this.tooltip = tooltip(card, said);
        this.says(said);
    }
}

/** Another memory, of which only the title is known here. */
export class LinkNode extends Node {
    constructor(link: Link, kind = 'note') {
        super(short(link.title));
        const card: Card = { ...link, kind, anchors: [] };
        const age = (this.description = ago(link.created_at));
        this.iconPath = new vscode.ThemeIcon(icon(kind));
        this.command = { command: 'memo.open', title: 'Open', arguments: [{ card }] };
        this.says(age);
    }
}

/** A heading over other lines, with how many they are. */
export class GroupNode extends Node {
    constructor(label: string, name: string, nodes: Node[], open = true) {
        super(label, () => Promise.resolve(nodes), open);
        this.iconPath = new vscode.ThemeIcon(name);
        this.description = String(nodes.length);
        this.says(counted(nodes.length, 'entry', 'entries'));
    }
}

export class TopicNode extends Node {
    constructor({ topic, here, beneath }: Topic, folder: string | undefined, children: () => Promise<Node[]>) {
        super(topic.slice(topic.lastIndexOf('.') + 1), children);
        this.id = `topic:${folder}:${topic}`;
        this.iconPath = new vscode.ThemeIcon('symbol-namespace');
        this.description = String(here + beneath);
        this.tooltip = topic;
        this.says(counted(here + beneath, 'memory', 'memories'));
    }
}

/** A run of a pass. */
export class RunNode extends Node {
    constructor(readonly run: Run) {
        super(passName(run.pass));
        const undone = run.undone_at ? 'undone' : outcome(run);
        this.id = `run:${run.run}`;
        const said = (this.description = [undone, ago(run.started_at)].filter(Boolean).join(' · '));
        this.iconPath = new vscode.ThemeIcon(run.undone_at ? 'discard' : run.changed ? 'sparkle' : 'dash');
        this.contextValue = undoable(run) ? 'run-undoable' : 'run';
        this.command = { command: 'memo.openRun', title: 'What It Did', arguments: [this] };
        this.tooltip = runTooltip(run);
        this.says(said);
    }
}

/** Two memories about which only a person can tell what they are to each other. */
export class PairNode extends Node {
    constructor(
        readonly item: Review,
        own: ReadonlySet<string>,
        folder: string | undefined,
    ) {
        const { memories, what, can } = item;
        super(pairTitle(item), () => Promise.resolve(memories.map((card) => oneOfTwo(card, own))), what !== 'apart');
        this.id = `${what}:${folder}:${memories.map(({ id }) => id).join(':')}`;
        const said = (this.description = reason(item));
        this.contextValue = ['pair', ...can].join('-');
        this.tooltip = memories.map(({ title }) => title).join('\n');
        this.says(said, ...memories.map(({ title }) => title));
    }
}

/** A memory of a pair: its title has the line to itself, for two may differ in their last word only. */
function oneOfTwo(card: Card, own: ReadonlySet<string>): MemoryNode {
    const node = new MemoryNode(card, own);
    node.description = undefined;
    return node;
}

function tooltip(card: Card, about: string): vscode.MarkdownString {
    const text = new vscode.MarkdownString();
    text.appendText(short(card.title, 300)).appendMarkdown('\n\n').appendText(about);
    const said = 'excerpt' in card ? telling(card as Hit) : ((card as Row).body ?? '');
    if (said.trim()) {
        text.appendMarkdown('\n\n').appendText(short(said, 400));
    }
    return text;
}

function runTooltip(run: Run): vscode.MarkdownString {
    const text = new vscode.MarkdownString();
    const undone = run.undone_at ? [`undone ${ago(run.undone_at)}`] : [];
    for (const line of [`Run ${run.run}: ${passName(run.pass)}, ${outcome(run)}`, ...went(run), ...undone]) {
        text.appendText(line).appendMarkdown('\n\n');
    }
    return text;
}
