import type { ChangeKind } from '@esteira/domain/products/change-set';
import type { ChangeSetList } from '@esteira/validators/products/product-change';
import { trpc } from '../../../lib/data/trpc';
import { When } from '../../../lib/format/when';
import { describeFailure } from '../../../lib/forms/problem';
import { Button } from '../../../ui/button';
import { ErrorState } from '../../../ui/lists/error-state';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { Spinner } from '../../../ui/spinner';
import { countProducts, summarizeUndo } from './change-texts';
import { SkippedLine } from './skipped-line';
import { useUndoChange } from './use-undo-change';

const KIND_LABELS: Record<ChangeKind, string> = {
  precos: 'Preços',
  estoque: 'Estoque',
  importacao: 'Importação',
};

/** How many of the products that stayed as they are a line names. */
const MAX_NAMED = 5;

/** 'Alterações recentes': what was changed in the last 24 hours, each with its way back. */
export function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const changes = trpc.products.changes.useQuery();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Alterações recentes"
      description="O que mudou nas últimas 24 horas e ainda pode ser desfeito"
    >
      <DialogBody className="grid grid-cols-1 content-start gap-3">
        {changes.data ? (
          <ChangeSets itens={changes.data.itens} />
        ) : changes.isError ? (
          <ErrorState
            title="Erro ao carregar dados"
            {...describeFailure(changes.error)}
            onRetry={() => void changes.refetch()}
            retrying={changes.isFetching}
          />
        ) : (
          <div className="grid min-h-24 place-items-center text-muted">
            <Spinner large />
          </div>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ChangeSets({ itens }: ChangeSetList) {
  if (itens.length === 0) return <p className="text-muted">Nenhuma alteração nas últimas 24 horas.</p>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list's role away.
    <ul role="list" className="grid gap-2">
      {itens.map((set) => (
        <ChangeSetLine key={set.id} set={set} />
      ))}
    </ul>
  );
}

function ChangeSetLine({ set }: { set: ChangeSetList['itens'][number] }) {
  const undo = useUndoChange();
  const label = `${KIND_LABELS[set.tipo]} · ${countProducts(set.total)}`;
  const isOver = set.desfeito_em !== null || undo.data !== undefined;
  return (
    <li className="grid gap-1 rounded-lg border border-border px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <p className="tabular min-w-0">
          <span className="font-medium">{label}</span>
          <span className="block text-[13px] text-muted">
            {set.ator_nome} · <When date={set.criado_em} />
          </span>
        </p>
        {isOver ? (
          <span className="text-[13px] text-muted">
            {set.desfeito_por_nome ? `Desfeita por ${set.desfeito_por_nome}` : 'Desfeita'}
          </span>
        ) : (
          <Button
            data-changes
            size="sm"
            aria-label={`Desfazer ${label}`}
            busy={undo.isPending}
            onClick={() => undo.mutate({ id: set.id })}
          >
            Desfazer
          </Button>
        )}
      </div>
      <div role="status" className="grid gap-1 text-[13px] empty:hidden">
        {undo.data && <p>{summarizeUndo(undo.data)}</p>}
        {undo.data?.itens.slice(0, MAX_NAMED).map((item) => (
          <div key={item.id}>
            <SkippedLine {...item} />
          </div>
        ))}
      </div>
    </li>
  );
}
