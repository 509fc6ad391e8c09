import { KEY_SCOPE_TEXTS, MAX_KEY_CALLS_PER_MINUTE } from '@esteira/domain/accounts/api-keys';
import { formatDate, formatTime } from '@esteira/domain/calendar';
import type { ApiKey } from '@esteira/validators/accounts/api-keys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { AskFirstButton } from '../../lib/ask-first-button';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { detailOf } from '../../lib/forms/problem';
import { lazyDialog } from '../../lib/lazy-dialog';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/lists/empty-state';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { useRevokeApiKey } from './use-api-keys';

// Made once, read often; the form brings the schemas with it.
const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog'), 'CreateKeyDialog', {
  title: 'Criar chave de API',
});

const LOAD_FAILED = 'Erro ao carregar as chaves de API';

/** 'Configurações → Chaves de API': what the seller's own programs sign in with. */
export function ApiKeysPage() {
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
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** One key: what can still be read of it, what it may do, when it was used last. */
function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const revoke = useRevokeApiKey();
  const { nome, prefixo, escopos, criado_em, ultimo_uso } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {nome}
          {escopos.map((scope) => (
            <Badge key={scope}>{KEY_SCOPE_TEXTS[scope].label}</Badge>
          ))}
        </p>
        <p className="tabular text-[13px] text-muted">
          <code>{prefixo}…</code> · criada em {formatDate(criado_em)} ·{' '}
          {ultimo_uso === null
            ? 'nunca usada'
            : `usada em ${formatDate(ultimo_uso)} às ${formatTime(ultimo_uso)}`}
        </p>
      </div>
      <AskFirstButton
        size="sm"
        label="Revogar"
        description={`Revogar ${nome}`}
        question="Revogar esta chave de API?"
        subject={`Os programas que usam "${nome}" param de funcionar na hora.`}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutateAsync({ id: apiKey.id })}
      />
    </li>
  );
}
