// The text of the panel "Why?", and which of its links are followed: decisions over data, tested without VS Code.

export type Action = "run" | "others";

const FILE = "file://";
const RENDERED = "vscode://file";

/** A whole page. `html` is rendered Markdown of the server; no script of it runs: only the one with the `nonce` does. */
export function page(title: string, html: string, told: string, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';">
<title>Why?</title>
<style nonce="${nonce}">
  body { max-width: 60em; padding: 0 1.5em 2em; line-height: 1.5; overflow-wrap: anywhere; }
  button {
    color: var(--vscode-button-foreground); background: var(--vscode-button-background); font: inherit;
    border: 1px solid var(--vscode-button-border, transparent); padding: 0.3em 0.9em; margin-right: 0.5em; cursor: pointer;
  }
  button:hover { background: var(--vscode-button-hoverBackground); }
  button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
  button[aria-busy="true"] { opacity: 0.6; }
  pre { white-space: pre-wrap; }
  pre code { color: inherit; background: none; padding: 0; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p><button id="run">Run on Generated Inputs</button><button id="others">Other Directives…</button></p>
<p id="told" role="status">${escaped(told)}</p>
<main>${html}</main>
<script nonce="${nonce}">
  const vscode = acquireVsCodeApi();
  const told = document.getElementById("told");
  for (const action of ["run", "others"]) {
    const button = document.getElementById(action);
    button.addEventListener("click", () => {
      if (action === "run") {
        button.setAttribute("aria-busy", "true");
        told.textContent = "Running…";
      }
      vscode.postMessage({ action });
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) { event.preventDefault(); vscode.postMessage({ link: link.getAttribute("href") }); }
  });
  document.getElementById("run").focus();
</script>
</body>
</html>`;
}

/** Markdown whose links to files become links: VS Code renders those with its own scheme only, and shows others as text. */
export function linked(markdown: string): string {
  return markdown.replaceAll(`](${FILE}`, `](${RENDERED}`);
}

/** Where a link of the page leads: to a file of this machine or to the web, never to a command. */
export function followed(link: string): string | undefined {
  if (link.startsWith(RENDERED)) return FILE + link.slice(RENDERED.length);
  return /^(?:file|https):\/\//i.test(link) ? link : undefined;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
