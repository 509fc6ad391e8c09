import { loadavg } from 'node:os';
import { writeResults } from '@esteira/bench/results-file';
import { paths } from '@esteira/web/paths';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';
import { makeBusy } from './busy-seller';
import { describeMachine, type Summary, summarize } from './measured';
import { slowDown, timeClick, type Wanted } from './stopwatch';

/** Of each kind; with fewer it is a look, and nothing is written. */
const CLICKS = Number(process.env['CLICKS'] ?? 10);
const WHOLE = 10;
const BUSY = { products: 5_000, suppliers: 40, orders: 300, approved: 60 };
const SLOWER = 4;

/** A mouse comes to rest before it presses; a tap or a hurried hand does not. */
const CALM = { pointsMs: 200, pressesMs: 80 };
const HASTY = { pointsMs: 0, pressesMs: 80 };
/** How long somebody looks at what came before the next click; longer than the pause after a step. */
const LOOKS_MS = 1_000;
/** By then a page has fetched what it only offers. */
const IDLE_MS = 3_000;

/** What of each page is waited for beside its heading: the first thing that its data makes. */
const ENTRIES = {
  Dashboard: 'main dl dd',
  Produtos: 'main [role="listitem"] h2',
  Fornecedores: 'main li section h2',
  Compras: 'main section[id^="fornecedor-"] h2',
  Pedidos: 'main li[data-item] h2',
  Integrações: 'main section h2',
  Tutorial: 'main h2',
};
type Entry = keyof typeof ENTRIES;

const MAX_PAGE_MS = 100;
const MAX_HASTY_CARD_MS = 300;
const MAX_STEP_MS = 50;

interface Timed {
  what: string;
  /** Of the second time in one window. */
  isAgain?: boolean;
  targetMs: number;
  times: number[];
}

const entryOf = (page: Page, entry: Entry) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: entry });

const pageOf = (entry: Entry): Wanted[] => [
  { selector: 'main h1', text: entry },
  { selector: ENTRIES[entry] },
];

/** Opens a page in a window that remembers nothing but the files of the app. */
async function openFresh(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await look(page, IDLE_MS);
}

async function look(page: Page, ms = LOOKS_MS): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(ms);
}

/** Every entry of the menu in a new window, then all of them once more. */
async function timeMenu(page: Page): Promise<Timed[]> {
  const entries = Object.keys(ENTRIES) as Entry[];
  const rounds = [false, true].map((isAgain) =>
    entries.map((entry) => ({
      what: `${entry}, ${isAgain ? 'again' : 'first time in the window'}`,
      isAgain,
      targetMs: MAX_PAGE_MS,
      times: [] as number[],
      entry,
    })),
  );
  for (let click = 0; click < CLICKS; click += 1) {
    await openFresh(page, paths.account);
    for (const { entry, times } of rounds.flat()) {
      times.push(await timeClick(entryOf(page, entry), CALM, pageOf(entry)));
      await look(page);
    }
  }
  return rounds.flat();
}

/** The first card of all products, when only the press told of the click. */
async function timeFirstCard(page: Page): Promise<Timed> {
  const times: number[] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    await openFresh(page, paths.account);
    times.push(await timeClick(entryOf(page, 'Produtos'), HASTY, pageOf('Produtos')));
  }
  return {
    what: 'first card of 5,000 products, without resting on the entry',
    targetMs: MAX_HASTY_CARD_MS,
    times,
  };
}

const step = (id: string) => `[id="pedido-${id}"] [data-step="approve"]`;
const approved = (id: string): Wanted[] => [{ selector: `[id="pedido-${id}"] span`, text: 'Aprovado' }];

/** 'Aprovar Pedido' of these orders, one after the other, in the list that is open. */
async function timeStepsInList(page: Page, what: string, ids: readonly string[]): Promise<Timed> {
  const times: number[] = [];
  for (const id of ids) {
    times.push(await timeClick(page.locator(step(id)), CALM, approved(id)));
    await look(page);
  }
  return { what, targetMs: MAX_STEP_MS, times };
}

async function timeStepsOnPages(page: Page, ids: readonly string[]): Promise<Timed> {
  const times: number[] = [];
  for (const id of ids) {
    await openFresh(page, paths.orderPage(id));
    times.push(await timeClick(page.locator(step(id)), CALM, approved(id)));
  }
  return { what: "a step, on the order's page", targetMs: MAX_STEP_MS, times };
}

/** From a row of the list to the order's own page. */
async function timeOpenings(page: Page, ids: readonly string[]): Promise<Timed> {
  const times: number[] = [];
  for (const id of ids) {
    const link = page.locator(`[id="pedido-${id}"] a[href="${paths.orderPage(id)}"]`);
    times.push(await timeClick(link, CALM, [{ selector: 'main section[aria-label="Andamento"]' }]));
    await look(page);
    await entryOf(page, 'Pedidos').click();
    await look(page);
  }
  return { what: "an order's page, from its row in the list", targetMs: MAX_PAGE_MS, times };
}

test('clicks paint what was asked for in time', async ({ browser, page, seller: _ }) => {
  test.setTimeout(3_600_000);
  await makeBusy(page, BUSY);
  const api = await Api.of(page);
  const stored: { id: string }[] = await api.call('GET', `/pedidos?limite=${CLICKS * 3}`);
  const ids = stored.map(({ id }) => id);
  await slowDown(page, SLOWER);

  const timed = [...(await timeMenu(page)), await timeFirstCard(page)];
  await openFresh(page, paths.orders);
  timed.push(await timeStepsInList(page, "a step, on an order's card", ids.slice(0, CLICKS)));
  await openFresh(page, paths.orders);
  await page.getByRole('button', { name: 'Tabela' }).click();
  await look(page);
  const rows = ids.slice(CLICKS, CLICKS * 2);
  timed.push(await timeStepsInList(page, "a step, in an order's row", rows));
  await openFresh(page, paths.orders);
  timed.push(await timeOpenings(page, ids.slice(0, CLICKS)));
  timed.push(await timeStepsOnPages(page, ids.slice(CLICKS * 2)));

  const results = timed.map(({ times, ...rest }) => ({ ...rest, summary: summarize(times) }));
  const [slowestAgain] = results
    .filter(({ isAgain }) => isAgain)
    .toSorted((a, b) => b.summary.median - a.summary.median);
  const text = [
    `Written by \`npm run bench -- clicks\`. ${describeMachine(browser)} The processor of the page is slowed down ${SLOWER} times. Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    `A seller with 5,000 products, ${BUSY.suppliers} suppliers and ${BUSY.orders} orders on the embedded database; the browser has the app's files in its cache. From the time of the click (the end of the press) until the frame with the page's heading and the first of its data, or with the new status, was painted. The pointer rests ${CALM.pointsMs} ms on what it clicks and presses for ${CALM.pressesMs} ms, unless told. Targets are those of the median. Of the entries that were opened again the slowest one is listed.`,
    toTable(results.filter((each) => each === slowestAgain || !each.isAgain)),
  ].join('\n\n');
  console.log(text);
  if (CLICKS === WHOLE) await writeResults('clicks', text);
  expect(
    results.filter(({ summary, targetMs }) => summary.median >= targetMs).map(({ what }) => what),
  ).toEqual([]);
});

function toTable(results: readonly { what: string; targetMs: number; summary: Summary }[]): string {
  return [
    '| | clicks | median | p95 | longest | target | met |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...results.map(
      ({ what, targetMs, summary: { count, median, p95, longest } }) =>
        `| ${what} | ${count} | ${median} ms | ${p95} ms | ${longest} ms | ${targetMs} ms | ${median < targetMs ? 'yes' : '**no**'} |`,
    ),
  ].join('\n');
}
