/** *Recent*, *Themes*, *Topics*, *Consolidation* and *To review*. */

import * as vscode from 'vscode';
import type { Hit, Row } from '../shapes';
import { GroupNode, LinkNode, MemoryNode, Node, PairNode, RunNode, TopicNode, type Room } from './nodes';

const RECENT = 50;
const MOST = 200;
const RUNS = 50;

/** The newest memories; with several folders, those of each. */
export async function recentNodes(room: Room): Promise<Node[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const ask = async (uri: string | undefined): Promise<Node[]> => {
        const rows = await room.session.ask('memo.timeline', { uri, limit: RECENT });
        return rows.map((row) => new MemoryNode(row, room.branches.own));
    };
    if (folders.length < 2) {
        return ask(folders[0]?.uri.toString());
    }
    return Promise.all(folders.map(async ({ name, uri }) => new GroupNode(name, 'folder', await ask(uri.toString()))));
}

/** Themes, each with what it was made of. */
export async function themeNodes(room: Room): Promise<Node[]> {
    const { hits } = await room.session.ask('memo.search', { text: 'kind:theme', k: MOST });
    return hits.map((hit) => new MemoryNode(hit, room.branches.own, hit.beneath.length ? members(hit) : undefined));
}

function members(hit: Hit): () => Promise<Node[]> {
    return () => Promise.resolve(hit.beneath.map((link) => new LinkNode(link)));
}

/** Topics beneath one, then the memories that have just this one. */
export async function topicNodes(room: Room, parent?: string): Promise<Node[]> {
    const topics = await room.session.ask('memo.topics', { prefix: parent });
    const nodes = topics.map((topic) => new TopicNode(topic, () => topicNodes(room, topic.topic)));
    if (parent === undefined) {
        return nodes;
    }
    const { hits } = await room.session.ask('memo.search', { text: `topic:${parent}`, k: MOST });
    return [
        ...nodes,
        ...hits.filter((hit) => hit.topic === parent).map((hit) => new MemoryNode(hit, room.branches.own)),
    ];
}

export async function runNodes(room: Room): Promise<Node[]> {
    return (await room.session.ask('memo.runs', { limit: RUNS })).map((run) => new RunNode(run));
}

/** What somebody should look at: memories whose code is gone, pairs that no pass may join. */
export async function reviewNodes(room: Room): Promise<Node[]> {
    const uri = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const [rows, pairs] = await Promise.all([
        room.session.ask('memo.timeline', { uri, limit: MOST }),
        room.session.ask('memo.refoldBlocks', {}),
    ]);
    const gone = rows.filter(orphaned).map((row) => new MemoryNode(row, room.branches.own));
    const titles = new Map(rows.map((row) => [row.id, row.title]));
    const apart = pairs.map(
        (pair) =>
            new PairNode(
                pair,
                pair.pair.map((id) => titles.get(id) ?? id),
            ),
    );
    return [
        ...(gone.length ? [new GroupNode('Code is gone', 'unlink', gone)] : []),
        ...(apart.length ? [new GroupNode('Kept apart', 'split-horizontal', apart)] : []),
    ];
}

function orphaned(row: Row): boolean {
    return row.state === 'active' && row.anchors.length > 0 && row.anchors.every((anchor) => anchor.state === 'gone');
}
