import { writeTableResults } from '@esteira/bench/results-file';
import { expect, type Page } from '@playwright/test';
import { framesWhileScrolling } from '../page/scroll';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';
import { describeMachine, summarize, toTable } from './measured';

const PRODUCTS = 20_000;
const SECONDS = 6;
/** Pixels a frame: a quick wheel. */
const STEP = 60;
const MAX_MS = 50;
const EDITS = 12;

/** Scrolls until all products are loaded. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async (last) => {
    const isThere = () => document.querySelector(`[role="row"][aria-rowindex="${last}"]`) !== null;
    while (!isThere()) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise(requestAnimationFrame);
    }
  }, PRODUCTS + 1);
}

/** Types a price and presses Enter; answers the milliseconds from that key until its frame was painted. */
async function measureEdit(page: Page, value: string): Promise<number> {
  await page.keyboard.press('Enter');
  await page.keyboard.type(value);
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      () => {
        const begun = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            (window as unknown as { painted: number }).painted = performance.now() - begun;
          };
          port2.postMessage(null);
        });
      },
      { capture: true, once: true },
    );
  });
  await page.keyboard.press('Enter');
  return page
    .waitForFunction(() => {
      const held = window as unknown as { painted?: number };
      const { painted } = held;
      delete held.painted;
      return painted;
    })
    .then((handle) => handle.jsonValue() as Promise<number>);
}

test('the table of 20,000 products scrolls and paints an edit in frames of a median under 50 ms', async ({
  browser,
  page,
  seller,
}) => {
  test.setTimeout(300_000);
  await fillCatalogue(page, PRODUCTS);
  await seller.opens('Produtos');
  await page.getByRole('button', { name: 'Tabela' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  const down = summarize(await framesWhileScrolling(page, STEP, SECONDS));
  await loadAll(page);
  const up = summarize(await framesWhileScrolling(page, -STEP, SECONDS));
  const elements = await page.locator('*').count();
  await page.locator('[data-column="preco_venda_ml"]').nth(8).click();
  const edits: number[] = [];
  for (let reais = 70; reais < 70 + EDITS; reais += 1) edits.push(await measureEdit(page, `${reais},50`));
  const edit = summarize(edits);
  const text = [
    `Written by \`npm run bench:scroll\`. ${describeMachine(browser)}`,
    `The table with all of them loaded, ${SECONDS} s down and ${SECONDS} s up, ${STEP} pixels a frame; ${elements} elements. An edit is timed from Enter until its frame was painted.`,
    toTable([
      ['frames downwards', down],
      ['frames upwards', up],
      ['edits of a cell', edit],
    ]),
  ].join('\n\n');
  console.log(text);
  await writeTableResults(text);
  expect(down.median).toBeLessThan(MAX_MS);
  expect(up.median).toBeLessThan(MAX_MS);
  expect(edit.median).toBeLessThan(MAX_MS);
});
