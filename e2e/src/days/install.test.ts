import { expect } from '@playwright/test';
import { test } from '../servers/fixtures';

test('the manifest, its icons and the Apple icon are what the browser wants', { tag: '@release' }, async ({
  page,
}) => {
  await page.goto('/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Esteira', lang: 'pt-BR', start_url: '/', display: 'standalone' });
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const icons: { src: string; sizes: string; purpose: string }[] = [
    ...manifest.icons,
    { src: apple ?? '', sizes: '180x180', purpose: 'apple' },
  ];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
    '180x180 apple',
  ]);
  for (const { src, sizes } of icons) {
    expect((await page.request.get(src)).headers()['content-type'], src).toBe('image/png');
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});
