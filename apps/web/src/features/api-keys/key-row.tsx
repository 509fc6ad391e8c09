import { KEY_SCOPE_TEXTS } from '@esteira/domain/api-keys';
import { formatDate, formatTime } from '@esteira/domain/calendar';
import type { ApiKey } from '@esteira/validators/api-keys';
import { Suspense, useState } from 'react';
import { toast } from 'sonner';
import { lazyNamed } from '../../lib/lazy-named';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { useRevokeApiKey } from './use-api-keys';

const ConfirmDialog = lazyNamed(
  () => import('../../ui/overlays/confirm-dialog'),
  'ConfirmDialog',
  () => toast.error('Não foi possível abrir'),
);

/** One key: what can still be read of it, what it may do, when it was used last. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const revoke = useRevokeApiKey();
  const [asking, setAsking] = useState(false);
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
      <Button
        size="sm"
        variant="ghost-danger"
        aria-label={`Revogar ${nome}`}
        busy={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        Revogar
      </Button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            question="Revogar esta chave de API?"
            subject={`Os programas que usam "${nome}" param de funcionar na hora.`}
            confirmLabel="Revogar"
            destructive
            onConfirm={() => revoke.mutateAsync({ id: apiKey.id })}
          />
        )}
      </Suspense>
    </li>
  );
}
