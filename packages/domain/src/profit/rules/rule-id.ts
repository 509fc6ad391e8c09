/** A category's name as the end of an id: 'Casa, Móveis e Decoração' becomes `casa-moveis-e-decoracao`. */
export function toIdPart(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
