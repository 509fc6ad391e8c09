/** Longer names are cut: taking accents apart takes time that grows faster than the text. */
const MAX_LENGTH = 1_000;

/** A category's name as the end of an id: 'Casa, Móveis e Decoração' becomes `casa-moveis-e-decoracao`. */
export function toIdPart(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
