import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a notification's signature covers: two headers, and `data.id` of its address (not of its body). */
export type SignedNotification = {
  /** The header x-signature: `ts=…,v1=…`. */
  signature: string | undefined;
  /** The header x-request-id. */
  requestId: string | undefined;
  dataId: string | undefined;
};

/**
 * Whether a notification was signed with our secret. Mercado Pago has signed ids of letters both as it sends them and
 * in lower case, and addresses are lowered on some ways, so both cases are tried; each needs the secret. `ts` says nothing of freshness that could be relied on:
 * a notification is only ever the reason to read again.
 */
export function isSignedBy(secret: string, { signature, requestId, dataId }: SignedNotification): boolean {
  const parts = new Map(signature?.split(',').map((part) => toPair(part)) ?? []);
  const [ts, v1] = [parts.get('ts'), parts.get('v1')];
  if (!ts || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return false;
  const given = Buffer.from(v1, 'hex');
  return [dataId, dataId?.toLowerCase(), dataId?.toUpperCase()].some((id) =>
    timingSafeEqual(sign(secret, toManifest({ id, requestId, ts })), given),
  );
}

function toPair(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=');
  return [name.trim(), value.trim()];
}

/** A pair whose value is absent is left out. */
function toManifest({
  id,
  requestId,
  ts,
}: {
  id?: string | undefined;
  requestId?: string | undefined;
  ts: string;
}) {
  return `${id ? `id:${id};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`;
}

function sign(secret: string, manifest: string): Buffer {
  return createHmac('sha256', secret).update(manifest).digest();
}
