import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@esteira/domain/durations';
import type { Clock } from '../time/clock';
import type { NowAndBefore } from './keys';

/** Signs paths that must open without a session, for a limited time: labels, and the pages of suppliers. */
export interface SignedLinks {
  /** The query string to append to `path`. Without an end it is the same for up to an hour, then valid for one more. */
  sign(path: string, until?: Date): string;
  isValid(path: string, query: { expira?: unknown; assinatura?: unknown }): boolean;
}

/** Links of their own for who may only read: opening one changes nothing. */
export function forReading(links: SignedLinks): SignedLinks {
  const toReading = (path: string) => `${path}#leitura`;
  return {
    sign: (path, until) => links.sign(toReading(path), until),
    isValid: (path, query) => links.isValid(toReading(path), query),
  };
}

/** The first key signs; what any of them signed is valid. */
export function createSignedLinks(keys: NowAndBefore<Uint8Array>, clock: Clock): SignedLinks {
  const makeSignature = (key: Uint8Array, path: string, expira: string) =>
    createHmac('sha256', key).update(`${path}?${expira}`).digest('base64url');
  const endOfNextHour = () => (Math.floor(clock().getTime() / HOUR_MS) + 2) * HOUR_MS;
  return {
    sign(path, until) {
      const expira = String(until?.getTime() ?? endOfNextHour());
      return `expira=${expira}&assinatura=${makeSignature(keys[0], path, expira)}`;
    },
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
