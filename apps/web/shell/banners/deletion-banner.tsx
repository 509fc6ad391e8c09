import { Suspense } from 'react';
import { trpc } from '../../lib/data/trpc';
import { lazyNamed } from '../../lib/lazy-named';

const FRESH_MS = 5 * 60_000;

const DeletionNotice = lazyNamed(
  () => import('./deletion-notice'),
  'DeletionNotice',
  () => undefined,
);

/** While the account waits to be deleted, every page tells so; nearly none does, so what it says is loaded then. */
export function DeletionBanner() {
  const { data } = trpc.account.deletion.useQuery(undefined, { staleTime: FRESH_MS });
  const at = data?.exclusao_em ?? null;
  return at === null ? null : (
    <Suspense>
      <DeletionNotice at={at} />
    </Suspense>
  );
}
