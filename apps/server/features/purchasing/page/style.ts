import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The address of Inter as the built web app in this folder serves it; null where there is none. */
export function findFont(webFolder: string): string | null {
  const folder = join(webFolder, 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  return file === undefined ? null : `/assets/${file}`;
}

/** The style of the supplier's page: any screen from 320 px, light and dark, and paper. `font`: the address of Inter. */
export const toStyle = (font: string | null) => `
${font === null ? '' : `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap; src: url(${font}) }`}
:root { color-scheme: light dark; --text: #16201f; --muted: #56625f; --line: #d5dcda; --link: #0b6b61; --warn: #8a1c1c }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eeec; --muted: #a3b0ad; --line: #3a4644; --link: #5fd0c2; --warn: #ff9b9b }
}
* { box-sizing: border-box }
body { margin: 0; color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { margin: .25rem 0; font-size: 1.5rem }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: .25rem 0 }
a { color: var(--link) }
.mark { color: var(--link); font-weight: 700 }
.muted { color: var(--muted); font-size: .875rem }
.warning { color: var(--warn); font-weight: 600 }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
thead th, tfoot th, tfoot td { font-weight: 600 }
tbody th { min-width: 8rem }
td.wide { min-width: 7rem }
.narrow { display: none }
@media (max-width: 40rem) {
  .wide { display: none }
  .narrow { display: block }
}
.number { text-align: right; white-space: nowrap }
ol { margin: 0; padding: 0; list-style: none; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)) }
li { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; break-inside: avoid }
.stopped > p:not(.warning) { color: var(--muted); text-decoration: line-through }
@media print {
  :root { color-scheme: light; --text: #000; --muted: #333; --line: #999; --link: #000; --warn: #000 }
  main { max-width: none; padding: 0 }
  ol { grid-template-columns: 1fr 1fr }
  a { display: none }
}
`;
