import type { Page, Route } from '@playwright/test';

/** Lets the server do what it is asked at this address, and keeps its answer back until told otherwise. */
export async function holdAnswer(page: Page, urlPattern: string): Promise<() => Promise<void>> {
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
 * Keeps requests to this address from leaving until what is returned is called; then each goes the way that `send`
 * gives it, and later ones go it at once.
 */
export async function holdRequests(
  page: Page,
  address: string | RegExp | ((url: URL) => boolean),
  send: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await send(route);
  });
  return release;
}

/**
 * Keeps requests to this address from leaving; what is returned drops them and lets later ones pass. Taking the
 * route away alone would send them after all.
 */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(address, (route) => {
    held.push(route);
  });
  return async () => {
    await Promise.all(held.map((route) => route.abort()));
    await page.unroute(address);
  };
}
