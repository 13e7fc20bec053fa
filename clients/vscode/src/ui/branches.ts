/** Which branch is checked out, and when that changes, as the editor's own git extension tells it. */

import * as vscode from 'vscode';

/** As much of the git extension's interface as is asked for here. */
interface GitExtension {
    getAPI(version: 1): {
        repositories: Repository[];
        onDidOpenRepository: vscode.Event<Repository>;
    };
}

interface Repository {
    rootUri: vscode.Uri;
    state: { HEAD: { name?: string } | undefined; onDidChange: vscode.Event<void> };
}

export interface Switch {
    root: vscode.Uri;
    branch: string;
}

/** Knows of nothing where there is no git extension. */
export class Branches implements vscode.Disposable {
    private readonly switched = new vscode.EventEmitter<Switch>();
    private readonly belongings: vscode.Disposable[] = [this.switched];
    private readonly seen: (string | undefined)[] = [];
    private git: ReturnType<GitExtension['getAPI']> | undefined;
    /** Another branch was checked out. */
    readonly onSwitch = this.switched.event;

    async register(): Promise<void> {
        const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
        const found = await Promise.resolve(extension?.activate()).catch(() => undefined);
        this.git = found?.getAPI(1);
        this.git?.repositories.forEach((repository) => this.watch(repository));
        if (!this.git) {
            await this.look();
        } else {
            this.belongings.push(this.git.onDidOpenRepository((repository) => this.watch(repository)));
        }
    }

    /** The branches that are checked out here: which they are goes without saying. */
    get own(): ReadonlySet<string> {
        const names = this.git?.repositories.map(({ state }) => state.HEAD?.name) ?? this.seen;
        return new Set(names.filter((name) => name !== undefined));
    }

    /** Without the git extension, as in a workspace that is not trusted: what HEAD says at the beginning. */
    private async look(): Promise<void> {
        for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
            const head = await Promise.resolve(
                vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, '.git', 'HEAD')),
            ).catch(() => undefined);
            const [, name] = /^ref: refs\/heads\/(.+)\n?$/.exec(new TextDecoder().decode(head)) ?? [];
            this.seen.push(name);
        }
    }

    private watch({ rootUri: root, state }: Repository): void {
        let before = state.HEAD?.name;
        const look = (): void => {
            const branch = state.HEAD?.name;
            if (branch && before && branch !== before) {
                this.switched.fire({ root, branch });
            }
            before = branch ?? before;
        };
        this.belongings.push(state.onDidChange(look));
    }

    dispose(): void {
        this.belongings.forEach((each) => void each.dispose());
    }
}
