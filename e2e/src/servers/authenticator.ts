import { createHmac } from 'node:crypto';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The six digits that an authenticator app shows for the secret: RFC 6238, worked out without the server's library. */
export function showCode(secret: string, at: number): string {
  const bits = [...secret].map((symbol) => BASE_32.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** That of the half minute after: the server takes it too, and unlike the present one it was not used. */
export const showNextCode = (secret: string) => showCode(secret, Date.now() + STEP_MS);
