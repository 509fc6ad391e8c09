import { type RefObject, useEffect, useSyncExternalStore } from 'react';

/** How long after a step a click or a key still belongs to the same intent, wherever the pointer is by then. */
export const STEP_PAUSE_MS = 700;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** From now on no order takes a click or a key, for a moment. */
export function startStepPause(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    timer = undefined;
    tell();
  }, STEP_PAUSE_MS);
  // The listeners below stop what comes already; that each order says so can wait until the step itself is painted.
  requestAnimationFrame(() => setTimeout(tell));
}

function tell() {
  for (const listener of listeners) listener();
}

function isPaused(): boolean {
  return timer !== undefined;
}

export function useStepPause(): boolean {
  return useSyncExternalStore(subscribe, isPaused);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Within `area` a step pauses every control, and a key that is held down acts once. */
export function useOneIntent(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    element.addEventListener('click', (event) => isPaused() && stop(event), options);
    element.addEventListener(
      'keydown',
      (event) => (isPaused() || event.repeat) && acts(event) && stop(event),
      options,
    );
    return () => controller.abort();
  }, [area]);
}

function acts({ key, target }: KeyboardEvent): boolean {
  const writes = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return !writes && (key === 'Enter' || key === ' ');
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
