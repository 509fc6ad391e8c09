import { countText } from '@esteira/domain/text/count-text';
import type { Supplier } from '@esteira/validators/products/supplier';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { detailOf } from '../../../lib/forms/problem';
import { summarize } from '../../../parts/bulk/bulk-outcome';
import { BulkRunDialog } from '../../../parts/bulk/bulk-run-dialog';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { type ListingsRunKind, RUN_TITLES, toPauseToast, useListingsRun } from './use-listings-run';

interface ListingsDialogProps {
  kind: ListingsRunKind;
  supplier: Supplier;
  openOrders: number;
  onClose: () => void;
  /** Brings back what was paused. */
  onResume: () => void;
}

const RESUME_OFFERED_MS = 10_000;

const WORDS = {
  pause: { done: ['anúncio pausado', 'anúncios pausados'], skipped: ['não pausado', 'não pausados'] },
  resume: {
    done: ['anúncio reativado', 'anúncios reativados'],
    skipped: ['não reativado', 'não reativados'],
  },
} as const;

/** Says how many listings it is about, asks once, and shows the run. */
export function ListingsDialog({ kind, supplier, openOrders, onClose, onResume }: ListingsDialogProps) {
  const { run, start, stop } = useListingsRun(kind, supplier.id, (outcomes) => {
    onClose();
    toast.success(summarize(outcomes, WORDS[kind]), {
      ...(kind === 'pause' && {
        ...{ id: toPauseToast(supplier.id), duration: RESUME_OFFERED_MS },
        action: { label: 'Reativar', onClick: onResume },
      }),
    });
  });
  const query = trpc.publication.supplierListings.useQuery(
    { fornecedor_id: supplier.id },
    { staleTime: 0, gcTime: 0, enabled: run === null },
  );
  if (run !== null) {
    return (
      <BulkRunDialog
        run={run}
        words={WORDS[kind]}
        underWay={kind === 'pause' ? 'Pausando anúncios…' : 'Reativando anúncios…'}
        stop={['Parar', 'Parando']}
        resultLabel="Resultado por produto"
        onStop={stop}
        onClose={onClose}
      />
    );
  }
  const total = query.data?.[kind === 'pause' ? 'publicados' : 'pausados'];
  return (
    <Dialog open onOpenChange={onClose} title={RUN_TITLES[kind]}>
      <DialogBody className="grid gap-2">
        <p role="status" className="[overflow-wrap:anywhere]">
          {query.isError && (detailOf(query.error) ?? 'Erro ao carregar anúncios')}
          {query.isPending && 'Contando anúncios…'}
          {total !== undefined && toQuestion(kind, supplier.nome, total)}
        </p>
        {kind === 'pause' && openOrders > 0 && (
          <p className="text-muted">
            {countText(
              openOrders,
              'pedido em aberto continua com este fornecedor.',
              'pedidos em aberto continuam com este fornecedor.',
            )}
          </p>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" aria-disabled={!total || undefined} onClick={() => total && start(total)}>
          {kind === 'pause' ? 'Pausar' : 'Reativar'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function toQuestion(kind: ListingsRunKind, name: string, total: number): string {
  if (total === 0) {
    return kind === 'pause' ? `Nenhum anúncio de ${name} está no ar.` : `Nada a reativar de ${name}.`;
  }
  const count = countText(total, 'anúncio', 'anúncios');
  if (kind === 'resume') return `${count} de ${name} ${total === 1 ? 'volta' : 'voltam'} ao ar.`;
  const leaves = total === 1 ? 'sai' : 'saem';
  return `${count} de ${name} ${leaves} do ar. “Reativar anúncios” traz de volta exatamente o que for pausado agora.`;
}
