import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals the secrets that lie in the database: tokens of sellers' accounts, PKCE verifiers. */
export interface TokenCipher {
  /** `identity` says what this is and whose; the same must be given to open it. */
  seal(text: string, identity: string): string;
  /** @throws Error when it was sealed for another identity or by another key, or was changed since. */
  open(sealed: string, identity: string): string;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key derived from `secret`, which must have 32 bytes or more (docs/decisions/0007). Sealed with
 * `earlier`, where it is given, may be what is opened.
 */
export function createTokenCipher(secret: string, earlier = secret): TokenCipher {
  const cipher = createCipher(secret);
  if (earlier === secret) return cipher;
  return {
    seal: cipher.seal,
    open(sealed, identity) {
      try {
        return cipher.open(sealed, identity);
      } catch {
        return createCipher(earlier).open(sealed, identity);
      }
    },
  };
}

function createCipher(secret: string): TokenCipher {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'esteira:tokens', 32));
  return {
    seal(text, identity) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(identity));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    open(sealed, identity) {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('no sealed secret');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
