/*
 * Draws the pictures of the demo's products and writes them where the web app serves them: `npx tsx
 * e2e/src/pictures/render.ts`. With --sheet it also writes contact sheets to e2e/screenshots, to be looked at.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../servers/browser';
import { BEAUTY } from './beauty';
import { CAR } from './car';
import { ELECTRONICS } from './electronics';
import { FITNESS } from './fitness';
import { HOME } from './home';
import { PETS } from './pets';
import { STATIONERY } from './stationery';
import { type Picture, SIZE, toSvg } from './studio';
import { TOYS } from './toys';

const PICTURES: Record<string, Picture> = {
  ...ELECTRONICS,
  ...HOME,
  ...PETS,
  ...BEAUTY,
  ...FITNESS,
  ...TOYS,
  ...STATIONERY,
  ...CAR,
};

const FOLDER = fileURLToPath(new URL('../../../apps/web/public/exemplos/', import.meta.url));
const SHEETS = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const QUALITY = 0.82;

/** The picture as WebP, in the browser's own encoder. */
async function toWebp(page: Page, svg: string): Promise<Buffer> {
  const address = await page.evaluate(
    async ({ source, size, quality }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
      canvas.getContext('2d')?.drawImage(image, 0, 0, size, size);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: svg, size: SIZE, quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** All pictures at the size of a card and at that of a page, on a light and on a dark ground. */
async function writeSheets(browser: Browser, pictures: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(SHEETS, { recursive: true });
  for (const [theme, ground] of [
    ['light', '#f6f7f9'],
    ['dark', '#10141c'],
  ]) {
    for (const size of [56, 240]) {
      const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
      const images = [...pictures].map(
        ([, bytes]) =>
          `<img src="data:image/webp;base64,${bytes.toString('base64')}" width="${size}" height="${size}" style="border-radius:8px">`,
      );
      await page.setContent(
        `<body style="background:${ground};display:flex;flex-wrap:wrap;gap:6px;margin:8px">${images.join('')}</body>`,
      );
      await page.screenshot({ path: `${SHEETS}pictures-${size}-${theme}.png`, fullPage: true });
      await page.close();
    }
  }
}

async function main(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
  const page = await browser.newPage();
  const drawn = new Map<string, Buffer>();
  await mkdir(FOLDER, { recursive: true });
  for (const [sku, picture] of Object.entries(PICTURES)) {
    const webp = await toWebp(page, toSvg(picture));
    drawn.set(sku, webp);
    await writeFile(`${FOLDER}${sku.toLowerCase()}.webp`, webp);
  }
  if (process.argv.includes('--sheet')) await writeSheets(browser, drawn);
  await browser.close();
  const bytes = [...drawn.values()].map(({ length }) => length);
  console.log(
    `${bytes.length} pictures, ${bytes.reduce((sum, size) => sum + size, 0)} bytes, largest ${Math.max(...bytes)}`,
  );
}

await main();
