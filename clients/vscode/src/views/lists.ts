/** *Recent*, *Themes*, *Topics*, *Consolidation* and *To review*. */

import * as vscode from 'vscode';
import type { Session } from '../server/session';
import type { Hit, Row } from '../shapes';
import { GroupNode, LinkNode, MemoryNode, Node, PairNode, RunNode, TopicNode } from './nodes';

const RECENT = 50;
const MOST = 200;
const RUNS = 50;

/** The newest memories; with several folders, those of each. */
export async function recentNodes(session: Session): Promise<Node[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const ask = async (uri: string | undefined): Promise<Node[]> => {
        const rows = await session.ask('memo.timeline', { uri, limit: RECENT });
        return rows.map((row) => new MemoryNode(row));
    };
    if (folders.length < 2) {
        return ask(folders[0]?.uri.toString());
    }
    return Promise.all(folders.map(async ({ name, uri }) => new GroupNode(name, 'folder', await ask(uri.toString()))));
}

/** Themes, each with what it was made of. */
export async function themeNodes(session: Session): Promise<Node[]> {
    const { hits } = await session.ask('memo.search', { text: 'kind:theme', k: MOST });
    return hits.map((hit) => new MemoryNode(hit, hit.beneath.length ? members(hit) : undefined));
}

function members(hit: Hit): () => Promise<Node[]> {
    return () => Promise.resolve(hit.beneath.map((link) => new LinkNode(link)));
}

/** Topics beneath one, then the memories that have just this one. */
export async function topicNodes(session: Session, parent?: string): Promise<Node[]> {
    const topics = await session.ask('memo.topics', { prefix: parent });
    const nodes = topics.map((topic) => new TopicNode(topic, () => topicNodes(session, topic.topic)));
    if (parent === undefined) {
        return nodes;
    }
    const { hits } = await session.ask('memo.search', { text: `topic:${parent}`, k: MOST });
    return [...nodes, ...hits.filter((hit) => hit.topic === parent).map((hit) => new MemoryNode(hit))];
}

export async function runNodes(session: Session): Promise<Node[]> {
    return (await session.ask('memo.runs', { limit: RUNS })).map((run) => new RunNode(run));
}

/** What somebody should look at: memories whose code is gone, pairs that no pass may join. */
export async function reviewNodes(session: Session): Promise<Node[]> {
    const uri = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const [rows, pairs] = await Promise.all([
        session.ask('memo.timeline', { uri, limit: MOST }),
        session.ask('memo.refoldBlocks', {}),
    ]);
    const gone = rows.filter(orphaned).map((row) => new MemoryNode(row));
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
