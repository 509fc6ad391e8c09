/** `wait` returns after `ms` or as soon as `ring` is called; a `ring` before `wait` is not lost. */
export function createWakeSignal() {
  let wake: () => void = () => undefined;
  let isRung = false;
  return {
    ring: () => {
      isRung = true;
      wake();
    },
    wait: async (ms: number) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isRung = false;
    },
  };
}
