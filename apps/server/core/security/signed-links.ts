import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@esteira/domain/durations';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/clock';
import type { NowAndBefore } from './keys';

/** Of an hour's signatures, which lists ask for again and again, so many are kept. */
const MAX_CACHED = 10_000;

/** Signs paths that must open without a session, for a limited time: labels, and the pages of suppliers. */
export interface SignedLinks {
  /** The query string to append to `path`. Without an end it is the same for up to an hour, then valid for one more. */
  sign(path: string, until?: Date): string;
  isValid(path: string, query: { expira?: unknown; assinatura?: unknown }): boolean;
}

/** The first key signs; what any of them signed is valid. */
export function createSignedLinks(keys: NowAndBefore<Uint8Array>, clock: Clock): SignedLinks {
  const makeSignature = (key: Uint8Array, path: string, expira: string) =>
    createHmac('sha256', key).update(`${path}?${expira}`).digest('base64url');
  const signPath = (path: string, expira: string) =>
    `expira=${expira}&assinatura=${makeSignature(keys[0], path, expira)}`;
  const kept = new LRUCache<string, string>({ max: MAX_CACHED });
  let cachedUntil = 0;

  function signForTheHour(path: string): string {
    const until = (Math.floor(clock().getTime() / HOUR_MS) + 2) * HOUR_MS;
    if (until !== cachedUntil) kept.clear();
    cachedUntil = until;
    const known = kept.get(path);
    if (known !== undefined) return known;
    const signed = signPath(path, String(until));
    kept.set(path, signed);
    return signed;
  }

  return {
    sign: (path, until) =>
      until === undefined ? signForTheHour(path) : signPath(path, String(until.getTime())),
    isValid(path, { expira, assinatura }) {
      if (typeof expira !== 'string' || typeof assinatura !== 'string') return false;
      const given = Buffer.from(assinatura);
      const isSigned = keys.some((key) => {
        const expected = Buffer.from(makeSignature(key, path, expira));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return isSigned && Number(expira) > clock().getTime();
    },
  };
}
