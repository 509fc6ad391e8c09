import { ADMIN_ACT_LABELS, COMMAND_ACTS } from '@esteira/domain/accounts/admin-acts';
import type { AuditEntry } from '@esteira/validators/administration/admin';
import { When } from '../../lib/format/when';
import { PagedList } from '../../parts/lists/paged-list';
import { useAudit } from './use-admin-lists';

/** What admins did, newest first. */
export function AuditList() {
  const { query, entries } = useAudit();
  return (
    <PagedList
      query={query}
      items={entries}
      empty="Nenhuma ação registrada ainda"
      render={(entry) => <AuditRow entry={entry} />}
    />
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { ato, admin_nome, alvo_nome, alvo_email, detalhe, ip, feito_em } = entry;
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{ADMIN_ACT_LABELS[ato]}</p>
        {alvo_nome && (
          <p className="text-[13px] [overflow-wrap:anywhere]">
            {alvo_nome} ({alvo_email})
          </p>
        )}
        {detalhe && <p className="text-[13px] [overflow-wrap:anywhere]">{detalhe}</p>}
      </div>
      <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">
        {admin_nome ?? (isCommand(ato) ? 'Operador' : 'Administrador excluído')} · {ip} ·{' '}
        <When date={feito_em} />
      </p>
    </>
  );
}

const isCommand = (act: AuditEntry['ato']) => COMMAND_ACTS.some((known) => known === act);
