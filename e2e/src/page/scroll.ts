import type { Page } from '@playwright/test';

/** Scrolls down until the product at this place of the list has shown; answers the most elements it ever saw. */
export function scrollToProduct(page: Page, place: number): Promise<number> {
  return page.evaluate(async (last) => {
    const places = () => [...document.querySelectorAll('[role="listitem"][aria-posinset]')];
    const isThere = () => places().some((item) => Number(item.getAttribute('aria-posinset')) >= last);
    let most = 0;
    while (!isThere()) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise(requestAnimationFrame);
      most = Math.max(most, document.querySelectorAll('*').length);
    }
    return most;
  }, place);
}
