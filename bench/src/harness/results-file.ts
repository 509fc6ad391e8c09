import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

const TITLE = `# Benchmark results

Written by \`npm run bench -- <name>\`; do not edit. How it measures: [README.md](README.md).`;

/** Each run writes the part under its heading, in this order, and leaves the others as they are. */
const HEADINGS = {
  api: '## What sellers ask for, with 1,000,000 orders',
  peak: '## Black Friday: 1,000 sellers',
  walls: '## What others wait for beside one seller, marketplace or table',
  clicks: '## Clicks in the browser',
  killedPeak: '## Servers killed under the load of Black Friday',
  killedWrites: '## Servers and databases killed in the middle of imports, sales and bulk steps',
  embedded: '## The embedded database, with more and more orders',
} as const;

type Part = keyof typeof HEADINGS;

const PARTS = Object.keys(HEADINGS) as Part[];

/** Replaces the part of bench/RESULTS.md with these figures, as Markdown without its heading. */
export async function writeResults(part: Part, text: string): Promise<void> {
  const file = await readFile(FILE, 'utf8').catch(() => '');
  const parts = new Map(PARTS.map((each) => [each, partOf(file, each)])).set(
    part,
    `${HEADINGS[part]}\n\n${text}`,
  );
  const whole = [TITLE, ...PARTS.map((each) => parts.get(each)?.trim() ?? '')];
  await writeFile(FILE, `${whole.filter((each) => each !== '').join('\n\n')}\n`);
}

/** From its heading to the next of these headings. */
function partOf(file: string, part: Part): string {
  const start = file.indexOf(HEADINGS[part]);
  if (start < 0) return '';
  const ends = PARTS.map((each) => file.indexOf(HEADINGS[each])).filter((each) => each > start);
  return file.slice(start, Math.min(file.length, ...ends));
}
