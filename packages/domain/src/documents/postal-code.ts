/** The CEP at the end of a Brazilian address, as `00000-000`; null where it has none. Of several the last counts. */
export function findPostalCode(address: string): string | null {
  const [, start, end] = [...address.matchAll(/(?<!\d)(\d{5})-?(\d{3})(?!\d)/g)].at(-1) ?? [];
  return start === undefined || end === undefined ? null : `${start}-${end}`;
}
