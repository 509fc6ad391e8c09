/** The variables that only `smoke:live` reads, beside the server's own. */
export const SMOKE_VARIABLES = [
  'SMOKE_ML_REFRESH_TOKEN',
  'SMOKE_ML_LISTING',
  'SMOKE_AMAZON_REFRESH_TOKEN',
  'SMOKE_AMAZON_SELLER_ID',
  'SMOKE_AMAZON_LISTING',
] as const;

/** As given; blank ones are left out. */
export type SmokeVariables = Partial<Record<(typeof SMOKE_VARIABLES)[number], string>>;

export function toSmokeVariables(source: Record<string, string | undefined>): SmokeVariables {
  const given = SMOKE_VARIABLES.map((name) => [name, source[name]?.trim()]);
  return Object.fromEntries(given.filter(([, value]) => value));
}
