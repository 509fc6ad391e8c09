import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals the secrets that lie in the database: tokens of sellers' accounts, PKCE verifiers. */
export interface TokenCipher {
  /** Which key seals now, as `keyOf` names it. */
  readonly keyId: string;
  /** `identity` says what this is and whose; the same must be given to open it. */
  seal(text: string, identity: string): string;
  /**
   * @throws UnknownKeyError when it was sealed by a key that this server does not have.
   * @throws Error when it was sealed for another identity, or was changed since.
   */
  open(sealed: string, identity: string): string;
  /** Whether this server has the key that it names. A value from before values named keys may bear any. */
  knows(keyId: string): boolean;
}

/** Another server may have that key already, or have it still. */
export class UnknownKeyError extends Error {
  constructor() {
    super('sealed by a key that this server does not have');
    this.name = 'UnknownKeyError';
  }
}

/** Values of `v1` do not name their key. */
const VERSION = 'v2';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key derived from `secret`, which must have 32 bytes or more (docs/decisions/0007). What was sealed by
 * one of the `earlier` secrets may be opened.
 */
export function createTokenCipher(secret: string, ...earlier: (string | null)[]): TokenCipher {
  const current = deriveKey(secret);
  const others = earlier.filter((each) => each !== null && each !== secret) as string[];
  const keys = [current, ...others.map(deriveKey)];
  return {
    keyId: current.id,
    seal: (text, identity) => `${VERSION}.${current.id}.${encrypt(current.bytes, text, identity)}`,
    open(sealed, identity) {
      const [version, ...rest] = sealed.split('.');
      if (version === 'v1') return decryptByAny(keys, rest[0] ?? '', identity);
      const [id, text = ''] = rest;
      if (version !== VERSION) throw new Error('no sealed secret');
      const key = keys.find((each) => each.id === id);
      if (key === undefined) throw new UnknownKeyError();
      return decrypt(key.bytes, text, identity);
    },
    knows: (keyId) => keys.some(({ id }) => id === keyId),
  };
}

interface Key {
  /** The first 8 digits of the key's hash. */
  id: string;
  bytes: Uint8Array;
}

function deriveKey(secret: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'esteira:tokens', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

function encrypt(key: Uint8Array, text: string, identity: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(identity));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
}

function decryptByAny([key, ...others]: readonly Key[], text: string, identity: string): string {
  if (key === undefined) throw new UnknownKeyError();
  try {
    return decrypt(key.bytes, text, identity);
  } catch {
    return decryptByAny(others, text, identity);
  }
}

function decrypt(key: Uint8Array, text: string, identity: string): string {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('no sealed secret');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(identity))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
