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

/** Scrolls on for some seconds, as a wheel does; answers the milliseconds of every frame. */
export function framesWhileScrolling(page: Page, step: number, seconds: number): Promise<number[]> {
  return page.evaluate(
    async ([pixels, duration]) => {
      const frames: number[] = [];
      const end = performance.now() + duration * 1000;
      let before = performance.now();
      while (before < end) {
        window.scrollBy(0, pixels);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - before);
        before = now;
      }
      return frames;
    },
    [step, seconds] as const,
  );
}
