/** What the simulated gateway does with a card. */
export type Outcome =
  | 'approved'
  | 'refused'
  | 'no_funds'
  | 'bad_cvv'
  | 'bad_expiry'
  | 'bad_number'
  | 'call_bank'
  | 'pending_then_approved'
  | 'pending_then_refused'
  | 'unavailable'
  | 'timeout_charged'
  | 'timeout_not_charged'
  | 'conflict'
  | 'misconfigured';

/** The card that the checkout page shows in simulated mode. */
export const SIMULATED_TEST_CARD = '4111 1111 1111 1111';

export const SIMULATED_REFUSED_CARD = '4000 0000 0000 0002';

/** Numbers (all Luhn-valid) with an outcome of their own; docs/sentinels.md lists them for readers. */
const BY_NUMBER: ReadonlyMap<string, Outcome> = new Map<string, Outcome>(
  Object.entries({
    [SIMULATED_TEST_CARD]: 'approved',
    [SIMULATED_REFUSED_CARD]: 'refused',
    '4000 0000 0000 9995': 'no_funds',
    '4000 0000 0000 0127': 'bad_cvv',
    '4000 0000 0000 0069': 'bad_expiry',
    '4000 0000 0000 2024': 'pending_then_approved',
    '4000 0000 0000 2032': 'pending_then_refused',
    '4000 0000 0000 5035': 'unavailable',
    '4000 0000 0000 5043': 'timeout_charged',
    '4000 0000 0000 4087': 'timeout_not_charged',
    '4000 0000 0000 4095': 'conflict',
    '4000 0000 0000 4012': 'misconfigured',
  } satisfies Record<string, Outcome>).map(([number, outcome]) => [number.replaceAll(' ', ''), outcome]),
);

/** Mercado Pago's test holder names, so that one test script serves both modes. */
const BY_HOLDER: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['APRO', 'approved'],
  ['OTHE', 'refused'],
  ['CONT', 'pending_then_approved'],
  ['CALL', 'call_bank'],
  ['FUND', 'no_funds'],
  ['SECU', 'bad_cvv'],
  ['EXPI', 'bad_expiry'],
  ['FORM', 'bad_number'],
]);

/** Every number that has an outcome of its own, digits only. */
export const SENTINEL_CARDS: readonly string[] = [...BY_NUMBER.keys()];

/** Every holder name that has an outcome of its own. */
export const SENTINEL_HOLDERS: readonly string[] = [...BY_HOLDER.keys()];

/**
 * The outcome of a card: a special number decides, then a special holder name (the test card included),
 * and any other Luhn-valid number is approved.
 */
export function chooseOutcome(card: { number: string; holder: string }, luhnValid: boolean): Outcome {
  const byNumber = BY_NUMBER.get(card.number);
  if (byNumber !== undefined && byNumber !== 'approved') return byNumber;
  if (!luhnValid) return 'bad_number';
  return BY_HOLDER.get(card.holder.trim().toUpperCase()) ?? 'approved';
}
