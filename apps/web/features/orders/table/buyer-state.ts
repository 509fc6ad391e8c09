const STATE =
  /(?<![\p{L}\d])(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)(?![\p{L}\d])/gu;

/** The state (UF) that an address of one line names last; null where it names none. */
export function findState(address: string): string | null {
  return address.match(STATE)?.at(-1) ?? null;
}
