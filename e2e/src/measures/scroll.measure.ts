import { writeScrollResults } from '@esteira/bench/results-file';
import { expect } from '@playwright/test';
import { framesWhileScrolling, scrollToProduct } from '../page/scroll';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';
import { describeMachine, summarize, toTable } from './measured';

const PRODUCTS = 20_000;
const SECONDS = 6;
/** Pixels a frame: a quick wheel. */
const STEP = 60;
const MAX_FRAME_MS = 50;

test.describe('scrolling 20,000 products', () => {
  test('takes frames of a median under 50 ms, at the top and at the very end', async ({
    browser,
    page,
    seller,
  }) => {
    await fillCatalogue(page, PRODUCTS);
    await seller.opens('Produtos');
    await expect(page.getByText('20.000 produtos')).toBeVisible();
    const down = summarize(await framesWhileScrolling(page, STEP, SECONDS));
    const elements = await scrollToProduct(page, PRODUCTS);
    const up = summarize(await framesWhileScrolling(page, -STEP, SECONDS));
    const text = [
      `Written by \`npm run bench:scroll\`. ${describeMachine(browser)}`,
      `Cards, ${SECONDS} s down from the top and ${SECONDS} s up from the very end, ${STEP} pixels a frame; at most ${elements} elements at once.`,
      toTable([
        ['frames downwards', down],
        ['frames upwards', up],
      ]),
    ].join('\n\n');
    console.log(text);
    await writeScrollResults(text);
    expect(down.median).toBeLessThan(MAX_FRAME_MS);
    expect(up.median).toBeLessThan(MAX_FRAME_MS);
  });
});
