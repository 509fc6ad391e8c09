/** Whether Ctrl K or ⌘K was pressed. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Buffers the keys that are pressed while the code that handles them is loading. */
export function createKeydownBuffer() {
  let keys: KeyboardEvent[] = [];
  let end: AbortController | null = null;
  return {
    start(onKey: () => void): void {
      end ??= new AbortController();
      const push = (event: KeyboardEvent) => {
        // The browser's own action cannot be prevented later.
        if (isPaletteKey(event)) event.preventDefault();
        keys.push(event);
        onKey();
      };
      document.addEventListener('keydown', push, { signal: end.signal });
    },
    /** Stops, and returns what was buffered. */
    stop(): readonly KeyboardEvent[] {
      end?.abort();
      end = null;
      const buffered = keys;
      keys = [];
      return buffered;
    },
  };
}
