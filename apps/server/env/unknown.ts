/** Names that begin like this are meant for this server. */
const OURS = /^(ML|AMAZON|MERCADOPAGO|EXIGIR)_/;
/** Shorter ones resemble too many that belong to somebody else: HOST and HOME. */
const MIN_LENGTH = 8;
const MAX_SLIPS = 2;

/** Names in the environment that look like a slip of the pen: they have no effect, and nothing else would say so. */
export function unknownNameWarnings(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = name.length < MIN_LENGTH ? undefined : findNearest(name, known);
      if (meant !== undefined) return [`${name} is unknown and has no effect. Is ${meant} meant?`];
      return OURS.test(name) ? [`${name} is unknown and has no effect.`] : [];
    });
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  return known.find(
    (candidate) => candidate.length >= MIN_LENGTH && countSlips(name, candidate) <= MAX_SLIPS,
  );
}

/** Letters to change, insert or leave out until one is the other (Levenshtein). */
function countSlips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const above = row;
    row = [line + 1];
    for (const [column, wanted] of [...other].entries()) {
      const [corner = 0, top = 0] = above.slice(column, column + 2);
      row.push(Math.min(corner + (letter === wanted ? 0 : 1), top + 1, (row[column] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
