import type { Page } from 'playwright-core';

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
