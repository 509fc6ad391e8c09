import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/clock';
import type { NowAndBefore } from './keys';

/** How long a session and its token live. */
export const SESSION_MS = 7 * 24 * 60 * 60_000;
const MAX_REMEMBERED_TOKENS = 5_000;

/** What a token names. Whether that session is still open, the database says. */
export interface SessionKey {
  usuarioId: string;
  sessaoId: string;
}

/** Issues and checks session tokens: HS256, `sub`, `sid`, `iat`, `exp` in 7 days. */
export interface SessionTokens {
  issue(session: SessionKey): Promise<string>;
  /** Null for a token that is invalid or expired, or that names no session: such ones could not be ended. */
  verify(token: string): Promise<SessionKey | null>;
}

/** The first key signs; what any of them signed is taken. */
export function createSessionTokens(keys: NowAndBefore<Uint8Array>, clock: Clock): SessionTokens {
  // A signature does not change: what was verified once only has to be compared with its expiry.
  const verified = new LRUCache<string, SessionKey & { expiresAt: number }>({
    max: MAX_REMEMBERED_TOKENS,
  });
  return {
    issue({ usuarioId, sessaoId }) {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ sid: sessaoId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(usuarioId)
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_MS / 1000)
        .sign(keys[0]);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known !== undefined) return known.expiresAt > clock().getTime() ? known : null;
      for (const key of keys) {
        const claims = await readClaims(token, key, clock);
        if (claims === null) continue;
        verified.set(token, claims);
        return claims;
      }
      return null;
    },
  };
}

async function readClaims(token: string, key: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: clock(),
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    });
    const { sub, exp, sid } = payload;
    if (sub === undefined || exp === undefined || typeof sid !== 'string') return null;
    return { usuarioId: sub, sessaoId: sid, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
}
