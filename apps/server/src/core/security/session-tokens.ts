import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';

const WEEK_IN_SECONDS = 7 * 24 * 60 * 60;
const MAX_REMEMBERED_TOKENS = 5_000;

/** Issues and checks session tokens: HS256, `sub`, `iat`, `exp` in 7 days. */
export interface SessionTokens {
  issue(usuarioId: string): Promise<string>;
  /** The user's id, or null for a token that is invalid or expired. */
  verify(token: string): Promise<string | null>;
}

export function createSessionTokens(key: Uint8Array, clock: Clock): SessionTokens {
  // A signature does not change: what was verified once only has to be compared with its expiry.
  const verified = new LRUCache<string, { usuarioId: string; expiresAt: number }>({
    max: MAX_REMEMBERED_TOKENS,
  });
  return {
    issue(usuarioId) {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(usuarioId)
        .setIssuedAt(now)
        .setExpirationTime(now + WEEK_IN_SECONDS)
        .sign(key);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known !== undefined) return known.expiresAt > clock().getTime() ? known.usuarioId : null;
      const claims = await readClaims(token, key, clock);
      if (claims === null) return null;
      verified.set(token, claims);
      return claims.usuarioId;
    },
  };
}

async function readClaims(token: string, key: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: clock(),
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    const { sub, exp } = payload;
    return sub === undefined || exp === undefined ? null : { usuarioId: sub, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
}
