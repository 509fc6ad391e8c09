import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Page } from '@playwright/test';

const MAX_FIRST_VIEW_BYTES = 140_000;
const MAX_LATER_PAGE_BYTES = 60_000;
const MAX_FILES = 15;

/** Runs in the page: notes when it first had its heading and held no place for what is read any more. */
function markLoaded(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1') === null || document.querySelector('[aria-busy="true"]') !== null)
      return;
    observer.disconnect();
    performance.mark('loaded');
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

/** The files that were asked for until then: how late a test looks on a busy machine changes nothing. */
function listFiles(): string[] {
  const [loaded] = performance.getEntriesByName('loaded');
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => loaded === undefined || startTime <= loaded.startTime)
    .map(({ name }) => new URL(name).pathname);
}

/** Notes from the next page on what `expectWithinBudget` looks at. */
export const watchLoading = (page: Page): Promise<unknown> => page.addInitScript(markLoaded);

/** The scripts, styles and fonts of the app that this page has loaded until its content was there. */
async function listLoaded(page: Page): Promise<string[]> {
  await page.waitForFunction(() => performance.getEntriesByName('loaded').length > 0);
  return [...new Set(await page.evaluate(listFiles))].filter((file) => file.startsWith('/assets/'));
}

const isScript = (file: string) => file.endsWith('.js');

const sizes = new Map<string, number>();

/** The bytes of these scripts, gzipped. */
async function weigh(page: Page, scripts: string[]): Promise<number> {
  for (const file of scripts) {
    if (sizes.has(file)) continue;
    const response = await fetch(new URL(file, page.url()));
    sizes.set(file, gzipSync(await response.bytes()).length);
  }
  return scripts.reduce((total, file) => total + (sizes.get(file) ?? 0), 0);
}

let firstView: Promise<string[]> | undefined;

/** The scripts of the first view of /login, in a window of its own. */
async function listFirstView(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await watchLoading(page);
  await page.goto(new URL('/login', url).href);
  const scripts = (await listLoaded(page)).filter(isScript);
  expect(scripts.length).toBeGreaterThan(0);
  expect(await weigh(page, scripts), 'the first view of /login').toBeLessThanOrEqual(MAX_FIRST_VIEW_BYTES);
  await context.close();
  return scripts;
}

/**
 * The first view of /login loads at most 140 kB of JavaScript, gzipped; this page at most 60 kB on top, and at most 15
 * files. The page is watched from before it was opened.
 */
export async function expectWithinBudget(page: Page, what: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the context has no browser');
  firstView ??= listFirstView(browser, page.url());
  const first = await firstView;
  const files = await listLoaded(page);
  const more = files.filter((file) => isScript(file) && !first.includes(file));
  expect(await weigh(page, more), `bytes of ${what} beyond /login`).toBeLessThanOrEqual(MAX_LATER_PAGE_BYTES);
  expect(files.length, `files of ${what}`).toBeLessThanOrEqual(MAX_FILES);
  if (!what.startsWith('/login')) expect(more.length, `scripts of ${what} beyond /login`).toBeGreaterThan(0);
}
