/** The dream preview's page: a picture, a form to look with other parameters, a table. Nothing but its own script runs. */

import type { Exploration } from '../shapes';
import { counted, day } from './times';

export function dreamPage(found: Exploration, nonce: string): string {
    const { params } = found;
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Dream Preview</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<form id="look" aria-label="Look with other parameters">
${field('eps', 'eps', params.eps, 'any', 0.01, 1, 'How far apart two may be that belong together: 0.35 is near, 0.6 is far')}
${field('minPts', 'min-pts', params.min_pts, '1', 2, 50, 'How many make a cluster')}
${field('tauDays', 'τ in days', params.tau_days, 'any', 0.1, 365, 'After so many days nearness in time counts a third of what it did')}
<button type="submit">Look again</button>
</form>
<main>
<div class="picture">${found.svg}</div>
${found.clusters.map(table).join('\n')}
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

function field(
    name: string,
    label: string,
    value: number,
    step: string,
    low: number,
    high: number,
    says: string,
): string {
    return `<label title="${says}">${label} <input aria-description="${says}" name="${name}" type="number" value="${value}" step="${step}" min="${low}" max="${high}"></label>`;
}

function table({ members, together }: Exploration['clusters'][number], at: number): string {
    const rows = members.map(
        ({
            id,
            title,
            created_at,
            origin,
        }) => `<tr><td><button class="link" data-id="${escape(id)}">${escape(title)}</button></td>
<td>${day(created_at)}</td><td>${escape(origin)}</td></tr>`,
    );
    return `<table>
<caption>Cluster ${at + 1}: ${counted(members.length, 'memory', 'memories')}, ${together.toLocaleString('en')} × together</caption>
<thead><tr><th scope="col">Memory</th><th scope="col">Made</th><th scope="col">From</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>`;
}

function escape(text: string): string {
    const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
    return text.replace(/[&<>"']/g, (sign) => signs[sign]);
}

const STYLE = `
body { padding: 0 16px 16px; color: var(--vscode-foreground); }
form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 10px 0;
  background: var(--vscode-editor-background); border-bottom: 1px solid var(--vscode-panel-border, transparent); z-index: 1; }
label { display: flex; gap: 6px; align-items: center; }
input { width: 4.5em; padding: 2px 4px; color: var(--vscode-input-foreground); background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, transparent); font: inherit; }
form button { padding: 3px 12px; color: var(--vscode-button-foreground); background: var(--vscode-button-background);
  border: 1px solid var(--vscode-button-border, transparent); font: inherit; cursor: pointer; }
form button:hover { background: var(--vscode-button-hoverBackground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
.picture { overflow-x: auto; }
.picture svg { display: block; width: 100%; min-width: 720px; max-width: 1100px; height: auto; }
.memo-hue-0 { color: var(--vscode-charts-blue); } .memo-hue-1 { color: var(--vscode-charts-orange); }
.memo-hue-2 { color: var(--vscode-charts-green); } .memo-hue-3 { color: var(--vscode-charts-purple); }
.memo-hue-4 { color: var(--vscode-charts-red); } .memo-hue-5 { color: var(--vscode-charts-yellow); }
.memo-goes .memo-number { fill: var(--vscode-editor-background); }
table { width: 100%; max-width: 1100px; margin-top: 20px; border-collapse: collapse; }
caption { padding: 4px 0; text-align: left; font-weight: 600; }
th { text-align: left; font-weight: normal; color: var(--vscode-descriptionForeground); }
th, td { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--vscode-panel-border, transparent); white-space: nowrap; }
th:first-child, td:first-child { width: 100%; white-space: normal; }
.link { padding: 0; border: 0; background: none; color: var(--vscode-textLink-foreground); font: inherit; text-align: left; cursor: pointer; }
.link:hover { text-decoration: underline; }
`;

const SCRIPT = `
const editor = acquireVsCodeApi();
document.getElementById('look').addEventListener('submit', (event) => {
  event.preventDefault();
  const look = {};
  for (const [name, value] of new FormData(event.target)) if (value !== '') look[name] = Number(value);
  editor.postMessage({ look });
});
for (const link of document.querySelectorAll('.link')) {
  link.addEventListener('click', () => editor.postMessage({ open: link.dataset.id }));
}
`;
