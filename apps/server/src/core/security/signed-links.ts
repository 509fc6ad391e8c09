import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock';

const HOUR_MS = 60 * 60 * 1000;

/** Signs paths that must open without a session, for a limited time: labels, and the pages of suppliers. */
export interface SignedLinks {
  /** The query string to append to `path`. Without an end it is the same for up to an hour, then valid for one more. */
  sign(path: string, until?: Date): string;
  isValid(path: string, query: { expira?: unknown; assinatura?: unknown }): boolean;
}

export function createSignedLinks(key: Uint8Array, clock: Clock): SignedLinks {
  const makeSignature = (path: string, expira: string) =>
    createHmac('sha256', key).update(`${path}?${expira}`).digest('base64url');
  return {
    sign(path, until) {
      const expira = String(until?.getTime() ?? (Math.floor(clock().getTime() / HOUR_MS) + 2) * HOUR_MS);
      return `expira=${expira}&assinatura=${makeSignature(path, expira)}`;
    },
    isValid(path, { expira, assinatura }) {
      if (typeof expira !== 'string' || typeof assinatura !== 'string') return false;
      const expected = Buffer.from(makeSignature(path, expira));
      const given = Buffer.from(assinatura);
      return (
        expected.length === given.length &&
        timingSafeEqual(expected, given) &&
        Number(expira) > clock().getTime()
      );
    },
  };
}
