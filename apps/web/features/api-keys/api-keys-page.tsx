import { MAX_KEY_CALLS_PER_MINUTE } from '@esteira/domain/accounts/api-keys';
import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { detailOf } from '../../lib/forms/problem';
import { lazyNamed } from '../../lib/lazy-named';
import { useTitle } from '../../lib/use-title';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/lists/empty-state';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { KeyRow } from './key-row';

// Made once, read often; the form brings the schemas with it.
const CreateKeyDialog = lazyNamed(
  () => import('./create-key-dialog'),
  'CreateKeyDialog',
  () => toast.error('Não foi possível abrir'),
);

const LOAD_FAILED = 'Erro ao carregar as chaves de API';

/** 'Configurações → Chaves de API': what the seller's own programs sign in with. */
export function ApiKeysPage() {
  useTitle('Chaves de API');
  const query = trpc.apiKeys.list.useQuery();
  useLoadFailure(query, LOAD_FAILED);
  const [creating, setCreating] = useState(false);
  const keys = query.data;
  return (
    <>
      <PageHeader title="Chaves de API" subtitle="Para os seus programas usarem a Esteira sem a sua senha">
        <Button variant="primary" onClick={() => setCreating(true)}>
          Criar chave
        </Button>
      </PageHeader>
      <SettingsNav />
      <p className="max-w-[72ch] text-muted">
        Envie a chave no cabeçalho <code className="text-foreground">Authorization: Bearer est_…</code>. Cada
        chave faz até {MAX_KEY_CALLS_PER_MINUTE} chamadas por minuto e não alcança sua conta, seus pagamentos
        nem outras chaves. As chamadas estão na{' '}
        <a href="/api/docs" className="font-medium text-primary-text underline underline-offset-4">
          documentação da API
        </a>
        .
      </p>
      {query.isPending && (
        <SkeletonGroup className="grid">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      {query.isError && !keys && (
        <ErrorState
          title={LOAD_FAILED}
          description={detailOf(query.error) ?? undefined}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {keys?.length === 0 && (
        <EmptyState
          icon={KeyRound}
          title="Nenhuma chave de API ainda"
          description="Crie uma para cada programa: assim você revoga uma sem parar os outros."
        />
      )}
      {keys && keys.length > 0 && (
        <ul
          aria-label="Chaves de API"
          className="divide-y divide-border rounded-lg border border-border bg-surface"
        >
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <Suspense>{creating && <CreateKeyDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  );
}
