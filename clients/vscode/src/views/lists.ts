/** *Recent*, *Themes*, *Topics*, *Consolidation* and *To review*. */

import * as vscode from 'vscode';
import type { Hit, Review } from '../shapes';
import { SORTS } from '../text/review';
import { GroupNode, LinkNode, MemoryNode, Node, PairNode, RunNode, TopicNode, type Room } from './nodes';

const RECENT = 50;
const MOST = 200;
const RUNS = 50;

/** What each folder has; with several folders, beneath their names, those that have nothing left out. */
async function byFolder(ask: (uri?: string) => Promise<Node[]>): Promise<Node[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length < 2) {
        return ask(folders[0]?.uri.toString());
    }
    const found = await Promise.all(folders.map(async ({ name, uri }) => ({ name, nodes: await ask(uri.toString()) })));
    return found.filter(({ nodes }) => nodes.length).map(({ name, nodes }) => new GroupNode(name, 'folder', nodes));
}

/** The newest memories. */
export function recentNodes(room: Room): Promise<Node[]> {
    return byFolder(async (uri) => {
        const rows = await room.session.ask('memo.timeline', { uri, limit: RECENT, surface: 'view' });
        return rows.map((row) => new MemoryNode(row, room.branches.own));
    });
}

/** Themes, each with what it was made of. */
export function themeNodes(room: Room): Promise<Node[]> {
    return byFolder(async (uri) => {
        const { hits } = await room.session.ask('memo.search', { text: 'kind:theme', k: MOST, uri, surface: 'view' });
        return hits.map((hit) => new MemoryNode(hit, room.branches.own, hit.beneath.length ? members(hit) : undefined));
    });
}

function members(hit: Hit): () => Promise<Node[]> {
    return () => Promise.resolve(hit.beneath.map((link) => new LinkNode(link)));
}

export function topicNodes(room: Room): Promise<Node[]> {
    return byFolder((uri) => topicsBeneath(room, uri));
}

/** Topics beneath one, then the memories that have just this one. */
async function topicsBeneath(room: Room, uri: string | undefined, parent?: string): Promise<Node[]> {
    const topics = await room.session.ask('memo.topics', { prefix: parent, uri, surface: 'view' });
    const nodes = topics.map((topic) => new TopicNode(topic, uri, () => topicsBeneath(room, uri, topic.topic)));
    if (parent === undefined) {
        return nodes;
    }
    const { hits } = await room.session.ask('memo.search', { text: `topic:${parent}`, k: MOST, uri, surface: 'view' });
    return [
        ...nodes,
        ...hits.filter((hit) => hit.topic === parent).map((hit) => new MemoryNode(hit, room.branches.own)),
    ];
}

export async function runNodes(room: Room): Promise<Node[]> {
    return (await room.session.ask('memo.runs', { limit: RUNS })).map((run) => new RunNode(run));
}

/** What only a person can tell, by sorts, in each the newest first. */
export function reviewNodes(room: Room): Promise<Node[]> {
    return byFolder(async (uri) => {
        const found = await room.session.ask('memo.review', { uri });
        return SORTS.flatMap(({ what, heading, icon, settled }) => {
            const nodes = found.filter((item) => item.what === what).map((item) => reviewed(item, room, uri));
            return nodes.length ? [new GroupNode(heading, icon, nodes, !settled)] : [];
        });
    });
}

function reviewed(item: Review, { branches }: Room, folder: string | undefined): Node {
    const [first, second] = item.memories;
    return second || !first ? new PairNode(item, branches.own, folder) : new MemoryNode(first, branches.own);
}
