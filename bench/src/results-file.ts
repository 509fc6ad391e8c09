import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/** What `npm run bench:webhook` writes stands at the end, under this heading. */
const WEBHOOK = '## Announcements of Mercado Livre';

async function stored(): Promise<{ main: string; webhook: string }> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  const at = text.indexOf(WEBHOOK);
  return at < 0 ? { main: text, webhook: '' } : { main: text.slice(0, at), webhook: text.slice(at) };
}

/** Writes the figures of `npm run bench` and keeps the others. */
export async function writeMainResults(text: string): Promise<void> {
  const { webhook } = await stored();
  await writeFile(
    FILE,
    `${[text.trimEnd(), webhook.trimEnd()].filter((part) => part !== '').join('\n\n')}\n`,
  );
}

/** Writes the figures of `npm run bench:webhook` and keeps the others. */
export async function writeWebhookResults(text: string): Promise<void> {
  const { main } = await stored();
  await writeFile(FILE, `${main.trimEnd()}\n\n${WEBHOOK}\n\n${text.trimEnd()}\n`);
}
