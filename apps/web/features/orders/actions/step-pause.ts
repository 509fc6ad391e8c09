import { type RefObject, useEffect, useSyncExternalStore } from 'react';

/** How long after a step clicks and keys are ignored, as a double click would act twice. */
export const STEP_PAUSE_MS = 700;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** Starts the pause for all orders. */
export function startStepPause(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    timer = undefined;
    tell();
  }, STEP_PAUSE_MS);
  // The listeners below act at once; the controls may show the pause after the step itself is painted.
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
export function useClickGuard(area: RefObject<HTMLElement | null>): void {
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
