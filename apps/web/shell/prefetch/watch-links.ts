/** How long the pointer or the focus must stay on a link. */
export const DWELL_MS = 50;

/**
 * Watches for links of this app that are about to be followed: the pointer or the focus rests on one, or it is being
 * pressed. Links to other sites or into another window are ignored.
 * @param tell gets where the link leads
 * @returns stops watching
 */
export function watchLinks(tell: (url: URL) => void): () => void {
  const controller = new AbortController();
  let pointed: HTMLAnchorElement | null = null;
  let timer: number | undefined;

  function consider(link: HTMLAnchorElement | null, afterMs: number) {
    if (link === pointed && afterMs > 0) return;
    window.clearTimeout(timer);
    pointed = link;
    const url = link && toOwnUrl(link);
    if (url) timer = window.setTimeout(() => tell(url), afterMs);
  }

  const listen = (type: string, afterMs: number) =>
    document.addEventListener(type, ({ target }) => consider(linkOf(target), afterMs), {
      passive: true,
      signal: controller.signal,
    });
  listen('pointerover', DWELL_MS);
  listen('focusin', DWELL_MS);
  listen('pointerdown', 0);
  listen('touchstart', 0);
  // A link that the pointer or the focus was on before the listeners existed.
  consider(document.querySelector<HTMLAnchorElement>('a:hover') ?? linkOf(document.activeElement), DWELL_MS);

  return () => {
    controller.abort();
    window.clearTimeout(timer);
  };
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null;
}

function toOwnUrl(link: HTMLAnchorElement): URL | null {
  if (link.target !== '' || link.hasAttribute('download') || !link.href) return null;
  const url = new URL(link.href);
  return url.origin === window.location.origin && url.pathname !== window.location.pathname ? url : null;
}
