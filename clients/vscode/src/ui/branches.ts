/** When another branch is checked out, as the editor's own git extension tells it. */

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

/** Tells of each switch from one branch to another; silent where there is no git extension. */
export async function onBranchSwitch(listener: (to: Switch) => void): Promise<vscode.Disposable> {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const git = await Promise.resolve(extension?.activate()).catch(() => undefined);
    if (!git) {
        return { dispose: () => undefined };
    }
    const watched: vscode.Disposable[] = [];
    const watch = (repository: Repository): void => {
        let before = repository.state.HEAD?.name;
        watched.push(
            repository.state.onDidChange(() => {
                const branch = repository.state.HEAD?.name;
                if (branch && before && branch !== before) {
                    listener({ root: repository.rootUri, branch });
                }
                before = branch ?? before;
            }),
        );
    };
    const api = git.getAPI(1);
    api.repositories.forEach(watch);
    watched.push(api.onDidOpenRepository(watch));
    return { dispose: () => watched.forEach((each) => void each.dispose()) };
}
