import { createHash } from 'node:crypto';
import type { Deps } from '../../core/context';

/** The secret in the link of an invitation: the same at every try to send it. */
export function toInvitationToken({ digest }: Pick<Deps, 'digest'>, convite_id: string): string {
  return digest(`convite-equipe:${convite_id}`);
}

/** What is kept of the secret. */
export function toInvitationDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
