import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

/** What other runs than a plain `npm run bench` write stands at the end, each under its heading, in this order. */
const HEADINGS = {
  scale: '## Many more orders of others',
  limits: '## How far from what is possible',
  servers: '## One to eight servers on one PostgreSQL',
  embedded: '## The embedded database, with more and more orders',
  profile: '## Where the time of a request goes',
  webhook: '## Announcements of Mercado Livre',
  payments: '## Notifications of Mercado Pago',
  killedPayments: '## Servers killed in the middle of payments',
  killedWrites: '## Servers and databases killed in the middle of imports, sales and bulk steps',
  backup: '## Backups taken under load and restored',
  ownData: '## All data of a seller in one file',
  visit: '## First visit over a slow line',
  scroll: '## 20,000 products as cards',
  table: '## 20,000 products as a table',
  clicks: '## Clicks in the browser',
  crowd: '## A crowd at the door and a locked table',
  hour: '## An hour of mixed load',
  failover: '## A server and the primary killed while selling',
  quotes: '## What remains of a price',
} as const;

const HEADED = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];

type Part = 'main' | keyof typeof HEADINGS;

async function readParts(): Promise<Map<Part, string>> {
  const text = await readFile(FILE, 'utf8').catch(() => '');
  const starts = HEADED.map((part) => ({ part, start: text.indexOf(HEADINGS[part]) })).filter(
    ({ start }) => start >= 0,
  );
  const endOf = (start: number) =>
    Math.min(text.length, ...starts.map((other) => other.start).filter((other) => other > start));
  const all: { part: Part; start: number }[] = [{ part: 'main', start: -1 }, ...starts];
  return new Map(all.map(({ part, start }) => [part, text.slice(Math.max(0, start), endOf(start))]));
}

async function writePart(part: Part, text: string): Promise<void> {
  const parts = (await readParts()).set(part, text);
  const whole = (['main', ...HEADED] as const).map((each) => parts.get(each)?.trimEnd() ?? '');
  await writeFile(FILE, `${whole.filter((each) => each !== '').join('\n\n')}\n`);
}

/** Writes the figures of `npm run bench` and keeps the others. */
export function writeMainResults(text: string): Promise<void> {
  return writePart('main', text);
}

/** Writes the figures of `npm run bench -- --orders N` and keeps the others. */
export function writeScaleResults(text: string): Promise<void> {
  return writePart('scale', `${HEADINGS.scale}\n\n${text}`);
}

/** Writes the figures of `npm run bench:limits` and keeps the others. */
export function writeLimitsResults(text: string): Promise<void> {
  return writePart('limits', `${HEADINGS.limits}\n\n${text}`);
}

/** Writes the figures of `npm run bench:servers` and keeps the others. */
export function writeServersResults(text: string): Promise<void> {
  return writePart('servers', `${HEADINGS.servers}\n\n${text}`);
}

/** Writes the figures of `npm run bench:embedded` and keeps the others. */
export function writeEmbeddedResults(text: string): Promise<void> {
  return writePart('embedded', `${HEADINGS.embedded}\n\n${text}`);
}

/** Writes the figures of `npm run bench:profile` and keeps the others. */
export function writeProfileResults(text: string): Promise<void> {
  return writePart('profile', `${HEADINGS.profile}\n\n${text}`);
}

/** Writes the figures of `npm run bench:webhook` and keeps the others. */
export function writeWebhookResults(text: string): Promise<void> {
  return writePart('webhook', `${HEADINGS.webhook}\n\n${text}`);
}

/** Writes the figures of `npm run bench:payments` and keeps the others. */
export function writePaymentResults(text: string): Promise<void> {
  return writePart('payments', `${HEADINGS.payments}\n\n${text}`);
}

/** Writes what `npm run bench:kill -- payments` found and keeps the others. */
export function writeKilledPayments(text: string): Promise<void> {
  return writePart('killedPayments', `${HEADINGS.killedPayments}\n\n${text}`);
}

/** Writes what `npm run bench:kill` found in imports, sales and bulk steps, and keeps the others. */
export function writeKilledWrites(text: string): Promise<void> {
  return writePart('killedWrites', `${HEADINGS.killedWrites}\n\n${text}`);
}

/** Writes the figures of `npm run bench:own-data` and keeps the others. */
export function writeOwnDataResults(text: string): Promise<void> {
  return writePart('ownData', `${HEADINGS.ownData}\n\n${text}`);
}

/** Writes the figures of `npm run bench:visit` and keeps the others. */
export function writeVisitResults(text: string): Promise<void> {
  return writePart('visit', `${HEADINGS.visit}\n\n${text}`);
}

/** Writes the figures of the cards of `npm run bench:scroll` and keeps the others. */
export function writeScrollResults(text: string): Promise<void> {
  return writePart('scroll', `${HEADINGS.scroll}\n\n${text}`);
}

/** Writes the figures of the table of `npm run bench:scroll` and keeps the others. */
export function writeTableResults(text: string): Promise<void> {
  return writePart('table', `${HEADINGS.table}\n\n${text}`);
}

/** Writes the figures of `npm run bench:clicks` and keeps the others. */
export function writeClickResults(text: string): Promise<void> {
  return writePart('clicks', `${HEADINGS.clicks}\n\n${text}`);
}

/** Writes the figures of `npm run bench:load` and keeps the others. */
export function writeCrowdResults(text: string): Promise<void> {
  return writePart('crowd', `${HEADINGS.crowd}\n\n${text}`);
}

/** Writes the figures of `npm run bench:hour` and keeps the others. */
export function writeHourResults(text: string): Promise<void> {
  return writePart('hour', `${HEADINGS.hour}\n\n${text}`);
}

/** Writes what `npm run bench:failover` found and keeps the others. */
export function writeFailover(text: string): Promise<void> {
  return writePart('failover', `${HEADINGS.failover}\n\n${text}`);
}

/** Writes the figures of `npm run bench:quotes` and keeps the others. */
export function writeQuoteResults(text: string): Promise<void> {
  return writePart('quotes', `${HEADINGS.quotes}\n\n${text}`);
}

/** Writes what `npm run bench:backup` found and keeps the others. */
export function writeBackupResults(text: string): Promise<void> {
  return writePart('backup', `${HEADINGS.backup}\n\n${text}`);
}
