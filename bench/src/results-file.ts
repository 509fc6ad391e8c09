import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/** What other commands than `npm run bench` write stands at the end, each under its heading, in this order. */
const HEADINGS = {
  webhook: '## Announcements of Mercado Livre',
  payments: '## Notifications of Mercado Pago',
} as const;

type Part = 'main' | keyof typeof HEADINGS;

async function readParts(): Promise<Record<Part, string>> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  const at = Object.values(HEADINGS).map((heading) => text.indexOf(heading));
  const [webhook = -1, payments = -1] = at;
  const ends = at.filter((position) => position >= 0).concat(text.length);
  const cut = (start: number) =>
    start < 0 ? '' : text.slice(start, Math.min(...ends.filter((end) => end > start)));
  return { main: text.slice(0, Math.min(...ends)), webhook: cut(webhook), payments: cut(payments) };
}

async function writePart(part: Part, text: string): Promise<void> {
  const parts = { ...(await readParts()), [part]: text };
  const whole = [parts.main, parts.webhook, parts.payments].map((each) => each.trimEnd());
  await writeFile(FILE, `${whole.filter((each) => each !== '').join('\n\n')}\n`);
}

/** Writes the figures of `npm run bench` and keeps the others. */
export function writeMainResults(text: string): Promise<void> {
  return writePart('main', text);
}

/** Writes the figures of `npm run bench:webhook` and keeps the others. */
export function writeWebhookResults(text: string): Promise<void> {
  return writePart('webhook', `${HEADINGS.webhook}\n\n${text}`);
}

/** Writes the figures of `npm run bench:payments` and keeps the others. */
export function writePaymentResults(text: string): Promise<void> {
  return writePart('payments', `${HEADINGS.payments}\n\n${text}`);
}
