import { Html } from './html.ts';

/** The one style sheet of the pages. */
export const STYLE = new Html(`
:root {
  --ground: #eef2f4; --card: #fff; --ink: #16262e; --soft: #566a73; --line: #d3dde1; --field: #fbfcfd;
  --accent: #0f6b70; --accent-strong: #0a5256; --on-accent: #fff; --tint: #e6f2f1;
  --warn: #fff6e0; --warn-line: #e3b341; --warn-ink: #5c4306; --bad: #a8222e; --bad-tint: #fdecec; --good: #1d7a46;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10191d; --card: #18242a; --ink: #e8f0f2; --soft: #9fb3bb; --line: #33454d; --field: #121c21;
    --accent: #4fb8b3; --accent-strong: #74cfca; --on-accent: #06211f; --tint: #1d3236;
    --warn: #33290f; --warn-line: #a8842c; --warn-ink: #f2ddb0; --bad: #ff8f8f; --bad-tint: #3a1d20; --good: #63cf92;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 40px 16px 24px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 20px;
}
.card {
  width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  padding: 32px; box-shadow: 0 12px 32px rgb(16 38 46 / 9%);
}
.brand { display: flex; align-items: center; gap: 10px; font-weight: 600; color: var(--soft); margin-bottom: 24px; }
.brand .mark { fill: #0f6b70; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 8px; letter-spacing: -.01em; }
h2 { font-size: .95rem; margin: 20px 0 4px; }
p { margin: 0 0 16px; text-wrap: pretty; }
.lead { color: var(--soft); margin-bottom: 24px; }
.lead strong { color: var(--ink); }
label { display: block; font-weight: 600; margin-bottom: 6px; }
input[type=text] {
  width: 100%; padding: 14px 12px; border: 1.5px solid var(--line); border-radius: 10px; background: var(--field);
  color: var(--ink); font: 600 1.5rem/1.2 ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace;
  letter-spacing: .14em; text-align: center; text-transform: uppercase;
}
.hint { color: var(--soft); font-size: .875rem; margin: 8px 0 24px; }
button, summary, a.button { font: inherit; cursor: pointer; }
.primary, .secondary {
  display: block; width: 100%; padding: 12px 16px; border-radius: 10px; border: 1.5px solid transparent;
  font-weight: 600; text-align: center; text-decoration: none;
}
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-strong); }
.secondary { background: transparent; border-color: var(--line); color: var(--ink); }
.secondary:hover { border-color: var(--soft); }
/* The decision stays in sight however long the page is. */
.pair {
  display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 8px 0 -16px; padding: 16px 0;
  position: sticky; bottom: 0; background: var(--card);
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.account {
  display: flex; align-items: center; gap: 14px; width: 100%; text-align: left; padding: 12px; margin-bottom: 8px;
  background: transparent; border: 1.5px solid var(--line); border-radius: 12px; color: inherit;
}
button.account:hover { border-color: var(--accent); background: var(--tint); }
.account .who { min-width: 0; flex: 1; }
.account .who span { display: block; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; line-height: 1.4; }
.account b { font-weight: 600; }
.avatar {
  flex: none; width: 42px; height: 42px; border-radius: 50%; display: grid; place-items: center;
  background: var(--tint); color: var(--accent-strong); font-weight: 600; font-size: .9rem;
}
details { margin-top: 12px; }
summary { color: var(--accent-strong); font-weight: 600; padding: 8px 2px; border-radius: 8px; }
details .account { margin-top: 8px; }
ul.rights { list-style: none; margin: 0 0 16px; padding: 0; }
ul.rights li { padding: 7px 0 7px 28px; border-bottom: 1px solid var(--line); position: relative; }
ul.rights li:last-child { border-bottom: 0; }
ul.rights li::before { content: '✓'; position: absolute; left: 4px; color: var(--accent-strong); font-weight: 700; }
.warning {
  background: var(--warn); border: 1px solid var(--warn-line); color: var(--warn-ink);
  border-radius: 12px; padding: 14px 16px; font-size: .9375rem;
}
.warning strong { display: block; margin-bottom: 2px; }
.error {
  background: var(--bad-tint); color: var(--bad); border-radius: 10px; padding: 10px 14px; font-weight: 600;
  font-size: .9375rem;
}
.outcome { text-align: center; padding: 8px 0; }
.outcome .sign {
  width: 60px; height: 60px; border-radius: 50%; display: grid; place-items: center; margin: 0 auto 20px;
  font-size: 1.6rem; font-weight: 700; background: var(--tint); color: var(--good);
}
.outcome .sign.no { color: var(--bad); background: var(--bad-tint); }
.outcome p:last-child { margin-bottom: 0; color: var(--soft); }
.foot { color: var(--soft); font-size: .8125rem; margin: 0; text-align: center; }
@media (max-width: 480px) {
  body { padding: 16px 12px; justify-content: flex-start; }
  .card { padding: 20px; border-radius: 14px; }
  .brand { margin-bottom: 16px; }
  .lead { margin-bottom: 16px; }
  .warning { padding: 10px 14px; }
}
`);
