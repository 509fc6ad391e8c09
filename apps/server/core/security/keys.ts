import { createHmac, hkdfSync } from 'node:crypto';

/** Separate keys for separate purposes, all derived from the one configured secret. */
export function deriveKeys(secret: string) {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `esteira:${purpose}`, 32));
  const digestKey = derive('digest');
  return {
    session: derive('session'),
    labelLinks: derive('label-links'),
    supplierLinks: derive('supplier-links'),
    digest: (text: string) => createHmac('sha256', digestKey).update(text).digest('base64url'),
  };
}
