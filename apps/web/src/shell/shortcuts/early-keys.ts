/** Whether Ctrl K or ⌘K was pressed. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Keeps the keys that are pressed while the code that knows them is on its way. */
export function createEarlyKeys() {
  let keys: KeyboardEvent[] = [];
  let end: AbortController | null = null;
  return {
    start(onKey: () => void): void {
      end ??= new AbortController();
      const keep = (event: KeyboardEvent) => {
        // The browser does not wait with what it does itself.
        if (isPaletteKey(event)) event.preventDefault();
        keys.push(event);
        onKey();
      };
      document.addEventListener('keydown', keep, { signal: end.signal });
    },
    /** Keeps no more, and answers what was kept. */
    stop(): readonly KeyboardEvent[] {
      end?.abort();
      end = null;
      const kept = keys;
      keys = [];
      return kept;
    },
  };
}
