import { expect } from '@playwright/test';
import { test } from './fixtures';
import { fillCatalogue } from './many-products';
import { framesWhileScrolling, scrollToProduct } from './scroll';

const PRODUCTS = 20_000;
const SECONDS = 6;
/** Pixels a frame: a quick wheel. */
const STEP = 60;
const MAX_FRAME_MS = 50;

function summary(frames: number[]) {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1));
  const long = frames.filter((frame) => frame > MAX_FRAME_MS).length;
  return { frames: frames.length, median: at(0.5), p95: at(0.95), longest: at(1), over50: long };
}

test.describe('scrolling 20,000 products', () => {
  test('takes frames of a median under 50 ms, at the top and at the very end', async ({ page, seller }) => {
    await fillCatalogue(page, PRODUCTS);
    await seller.opens('Produtos');
    await expect(page.getByText('20.000 produtos')).toBeVisible();
    const down = summary(await framesWhileScrolling(page, STEP, SECONDS));
    const elements = await scrollToProduct(page, PRODUCTS);
    const up = summary(await framesWhileScrolling(page, -STEP, SECONDS));
    console.log('Milliseconds a frame:', { down, up }, 'most elements:', elements);
    expect(down.median).toBeLessThan(MAX_FRAME_MS);
    expect(up.median).toBeLessThan(MAX_FRAME_MS);
  });
});
