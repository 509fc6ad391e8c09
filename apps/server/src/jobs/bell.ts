/** Something to wait at, for a time or until somebody rings. */
export function createBell() {
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
