import type { Page, Route } from 'playwright-core';

/** Lets the server do what it is asked at this address, and keeps its answer back until told otherwise. */
export async function holdsAnswer(page: Page, urlPattern: string): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const held = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern, requestStage: 'Response' }],
  });
  return async () => {
    await session.send('Fetch.continueRequest', { requestId: await held });
    await session.detach();
  };
}

/**
 * Keeps requests to this address from leaving; what is returned drops them and lets later ones pass. Taking the
 * route away alone would send them after all.
 */
export async function holdsBack(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(address, (route) => {
    held.push(route);
  });
  return async () => {
    await Promise.all(held.map((route) => route.abort()));
    await page.unroute(address);
  };
}
