/** What an act draws its choices from: a number from 0 to below 1. */
export type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}
