/**
 * How much heavy work does at most before it lets the event loop go on, by what it counts: the steps of its longest
 * hold, whatever they take on this machine.
 */
export async function countLongestHold(work: (count: () => void) => Promise<unknown>): Promise<number> {
  let longest = 0;
  let held = 0;
  let isOver = false;
  const next = () => {
    held = 0;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  try {
    await work(() => {
      held += 1;
      longest = Math.max(longest, held);
    });
  } finally {
    isOver = true;
  }
  return longest;
}
