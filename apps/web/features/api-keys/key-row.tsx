import { KEY_SCOPE_TEXTS } from '@esteira/domain/accounts/api-keys';
import { formatDate, formatTime } from '@esteira/domain/calendar';
import type { ApiKey } from '@esteira/validators/accounts/api-keys';
import { AskFirstButton } from '../../lib/ask-first-button';
import { Badge } from '../../ui/badge';
import { useRevokeApiKey } from './use-api-keys';

/** One key: what can still be read of it, what it may do, when it was used last. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
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
