// `npm run check:asvs`: what docs/asvs.md cites must exist, and how many requirements of each level are not met.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './processes.mjs';

/** How many requirements of each level the standard has. */
const ROWS = { 1: 70, 2: 183 };
const STATES = ['met', 'not met', 'unsure', 'n/a'];
const ROW = /^\| (\d+\.\d+\.\d+) \| ([12]) \| .+? \| (.+?) \| (.+) \|$/;
/** A path, and perhaps the title of one of its tests. */
const CITED = /`([\w./-]+\/[\w.-]+|\.\w+)`(?:[^`|"]*?: "([^"]+)")?/g;

/**
 * Reads docs/asvs.md; `readFile` answers the text at a path, null where there is none. `faults`: what is missing or said
 * twice, and what is cited and not here. `counts`: rows by level and state.
 */
export function readAsvs(markdown, readFile) {
  const faults = [];
  const counts = { 1: {}, 2: {} };
  const seen = new Set();
  for (const line of markdown.split('\n').filter((each) => /^\| \d/.test(each))) {
    const [, id, level, state, evidence] = ROW.exec(line) ?? [];
    if (id === undefined || !STATES.includes(state)) {
      faults.push(`cannot be read: ${line}`);
      continue;
    }
    if (seen.has(id)) faults.push(`${id} is there twice`);
    seen.add(id);
    counts[level][state] = (counts[level][state] ?? 0) + 1;
    for (const [, path, title] of evidence.matchAll(CITED)) {
      const text = readFile(path);
      if (text === null) faults.push(`${id} cites ${path}, which is not here`);
      else if (title && !text.includes(title)) faults.push(`${id}: ${path} has no test "${title}"`);
    }
  }
  for (const [level, wanted] of Object.entries(ROWS)) {
    const found = Object.values(counts[level]).reduce((sum, each) => sum + each, 0);
    if (found !== wanted) faults.push(`level ${level} has ${found} rows in place of ${wanted}`);
  }
  return { faults, counts };
}

/** The document of this repository. */
export function readOwnAsvs() {
  const read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null);
  return readAsvs(read('docs/asvs.md') ?? '', read);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, counts } = readOwnAsvs();
  for (const fault of faults) console.error(fault);
  for (const [level, states] of Object.entries(counts))
    console.log(`level ${level}: ${STATES.map((state) => `${states[state] ?? 0} ${state}`).join(', ')}`);
  process.exitCode = Math.min(faults.length, 1);
}
