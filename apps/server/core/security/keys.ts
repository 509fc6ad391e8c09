import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Separate keys for separate purposes, all derived from the one configured secret. `previous` is the secret before it, as
 * long as what was signed with it may be shown: of several keys the first one signs.
 */
export function deriveKeys(secret: string, previous: string | null = null) {
  const secrets = previous === null ? [secret] : [secret, previous];
  const derive = (purpose: string) =>
    secrets.map((each) => new Uint8Array(hkdfSync('sha256', each, '', `esteira:${purpose}`, 32)));
  const digestKeys = derive('digest');
  const digests = (text: string) =>
    digestKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  return {
    session: derive('session'),
    labelLinks: derive('label-links'),
    supplierLinks: derive('supplier-links'),
    digest: (text: string) => digests(text)[0] as string,
    digests,
  };
}
