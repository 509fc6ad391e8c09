/** Stands for ids by small numbers, in the order in which they came. */
export interface Numbering {
  ids: string[];
  numbers: Map<string, number>;
}

export const newNumbering = (): Numbering => ({ ids: [], numbers: new Map() });

/** The number of an id, a new one where it has none. */
export function toNumber({ ids, numbers }: Numbering, id: string): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  // A copy: a part of a text would keep the whole of it in memory.
  const own = Buffer.from(id, 'latin1').toString('latin1');
  numbers.set(own, ids.length);
  return ids.push(own) - 1;
}
