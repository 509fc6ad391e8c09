import { createHmac, hkdfSync } from 'node:crypto';

/** That of now, and behind it the one before, as long as that is given. */
export type NowAndBefore<T> = readonly [now: T, ...before: T[]];

/**
 * Separate keys for separate purposes, all derived from the one configured secret. `previous` is the secret before it, as
 * long as what was signed with it may be shown: of several keys the first one signs.
 */
export function deriveKeys(secret: string, previous: string | null = null) {
  const before = previous === null ? [] : [previous];
  const derive = (purpose: string): NowAndBefore<Uint8Array> => {
    const one = (each: string) => new Uint8Array(hkdfSync('sha256', each, '', `esteira:${purpose}`, 32));
    return [one(secret), ...before.map(one)];
  };
  const [digestKey, ...digestKeysBefore] = derive('digest');
  const digestBy = (key: Uint8Array, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url');
  const digest = (text: string) => digestBy(digestKey, text);
  return {
    session: derive('session'),
    labelLinks: derive('label-links'),
    supplierLinks: derive('supplier-links'),
    digest,
    digests: (text: string): NowAndBefore<string> => [
      digest(text),
      ...digestKeysBefore.map((key) => digestBy(key, text)),
    ],
  };
}
