import type { Page, Request } from '@playwright/test';

/** Whether it is the stream by which the page hears of changes. */
export const isStream = (request: { url(): string }) => request.url().includes('/trpc/live.changes');

/** Opens a path and waits until the page hears of changes; answers the stream's request. */
export async function openListening(page: Page, path: string): Promise<Request> {
  const stream = page.waitForResponse(isStream);
  await page.goto(path);
  return (await stream).request();
}
