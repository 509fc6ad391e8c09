import { useDeletion } from '../../lib/session/use-deletion';
import { DeletionNotice } from './late-banner';

/** While the account waits to be deleted, every page tells so. */
export function DeletionBanner() {
  const at = useDeletion();
  return at === null ? null : <DeletionNotice at={at} />;
}
