import type { Locator, Page } from '@playwright/test';

/** How long a hand points at something before it presses, and how long it presses. */
export interface Hand {
  pointsMs: number;
  pressesMs: number;
}

/** An element that has to be there; where a text is given, one with just this text. */
export interface Wanted {
  selector: string;
  text?: string;
}

/** Clicks as a hand does; answers the milliseconds from the click's own time until the frame with all that is wanted was painted. */
export async function timeClick(target: Locator, hand: Hand, wanted: readonly Wanted[]): Promise<number> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.evaluate(startWatch, wanted);
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  if (hand.pointsMs > 0) await page.waitForTimeout(hand.pointsMs);
  await page.mouse.down();
  if (hand.pressesMs > 0) await page.waitForTimeout(hand.pressesMs);
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** Slows the processor of the page down by this factor, as a weaker machine's. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Runs in the page: waits for the next click. */
function startWatch(wanted: readonly Wanted[]): void {
  const isThere = () =>
    wanted.every(({ selector, text }) =>
      [...document.querySelectorAll(selector)].some(
        (element) => text === undefined || element.textContent?.trim() === text,
      ),
    );
  const held = window as unknown as { painted: Promise<number> };
  held.painted = new Promise((done) => {
    function begin(click: Event) {
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - click.timeStamp);
          port2.postMessage(null);
        });
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    }
    window.addEventListener('click', begin, { capture: true, once: true });
  });
}
