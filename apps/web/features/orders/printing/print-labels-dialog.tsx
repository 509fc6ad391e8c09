import {
  LABELS_PER_PAGE,
  type LabelsPerPage,
  MAX_PRINTED_LABELS,
} from '@esteira/domain/orders/label-printing';
import { countText } from '@esteira/domain/text/count-text';
import type { LabelsResponse } from '@esteira/validators/orders/order-labels';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { describeFailure } from '../../../lib/forms/problem';
import { Button } from '../../../ui/button';
import { ErrorState } from '../../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { readStored, store } from '../../../ui/stored';
import type { toListInput } from '../filters/order-search';

interface PrintLabelsDialogProps {
  orders: OrdersToPrint;
  onClose: () => void;
}

/** Names the orders that have no label, and opens those of the others as one document in a tab. */
export function PrintLabelsDialog({ orders, onClose }: PrintLabelsDialogProps) {
  const { data, error, refetch, isFetching } = useLabels(orders);
  return (
    <Dialog open onOpenChange={onClose} title="Imprimir etiquetas">
      {data !== undefined ? (
        <PrintForm found={data} onClose={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState
              title="Erro ao preparar as etiquetas"
              {...describeFailure(error)}
              onRetry={() => refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonGroup className="grid gap-3">
              <Skeleton className="h-5 w-56" />
              <Skeleton className="h-16 w-full" />
            </SkeletonGroup>
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

const describeLeftOut = (count: number) =>
  count === 1 ? 'outro fica' : `outros ${formatCount(count)} ficam`;

const countLabels = (count: number) => countText(count, 'etiqueta', 'etiquetas');

/** A form of the browser's own: what it opens is a tab, which no blocker takes for a pop-up. */
function PrintForm({ found, onClose }: { found: FoundLabels | null; onClose: () => void }) {
  const [perPage, setPerPage] = useLabelsPerPage();
  const count = found?.prontas.length ?? 0;
  return (
    <form
      method="post"
      action="/api/etiquetas.pdf"
      target="_blank"
      rel="noopener"
      className="flex min-h-0 flex-1 flex-col"
      // The browser reads the form after this.
      onSubmit={() => setTimeout(onClose)}
    >
      <DialogBody className="grid gap-4">
        {found === null || count === 0 ? (
          <p>Nenhum destes pedidos tem etiqueta para imprimir.</p>
        ) : (
          <>
            <p>
              <strong className="font-semibold">{countLabels(count)}</strong>{' '}
              {count === 1 ? 'pronta.' : 'prontas, por fornecedor e SKU.'}
              {found.leftOut > 0 &&
                ` Um arquivo leva até ${MAX_PRINTED_LABELS}; ${describeLeftOut(found.leftOut)} para o próximo.`}
            </p>
            <LabelsPerPageChoice value={perPage} onChoose={setPerPage} />
            {Object.entries(found.impressao).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          </>
        )}
        {found && found.faltando.length > 0 && <Missing orders={found.faltando} />}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
        {count > 0 && (
          <Button type="submit" variant="primary">
            <Printer aria-hidden />
            {`Imprimir ${countLabels(count)}`}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

function Missing({ orders }: { orders: FoundLabels['faltando'] }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium text-[13px]">{`Sem etiqueta (${formatCount(orders.length)})`}</h3>
      <ul className="grid max-h-56 gap-1 overflow-y-auto rounded-lg bg-warning-soft px-3 py-2 text-[13px] text-warning-text">
        {orders.map(({ id, ml_order_id, motivo }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="tabular font-medium">#{ml_order_id ?? id}</span>: {motivo}
          </li>
        ))}
      </ul>
    </div>
  );
}

const KEY = 'etiquetas-por-pagina';
const CHOICES = [1, 4] as const satisfies readonly LabelsPerPage[];

/** How many labels share a page; this browser's last choice, because its printer has its paper. */
function useLabelsPerPage() {
  const [perPage, setPerPage] = useState<LabelsPerPage>(() => (readStored(KEY) === '4' ? 4 : 1));

  function choose(choice: LabelsPerPage) {
    setPerPage(choice);
    store(KEY, String(choice));
  }

  return [perPage, choose] as const;
}

interface LabelsPerPageProps {
  value: LabelsPerPage;
  onChoose: (choice: LabelsPerPage) => void;
}

function LabelsPerPageChoice({ value, onChoose }: LabelsPerPageProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-[13px]">Papel</legend>
      {CHOICES.map((choice) => (
        <label key={choice} className="flex min-h-8 max-sm:min-h-10 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="por_pagina"
            value={choice}
            checked={value === choice}
            onChange={() => onChoose(choice)}
            className="size-4 accent-primary"
          />
          {LABELS_PER_PAGE[choice]}
        </label>
      ))}
    </fieldset>
  );
}

/** Orders by their ids, or all of a filter. */
type OrdersToPrint = { ids: readonly string[] } | { filter: ReturnType<typeof toListInput> };

interface FoundLabels extends LabelsResponse {
  /** How many orders are left out, because one document has room for so many only. */
  leftOut: number;
}

/** What is asked for again before the ticket ends that the form sends. */
const ASK_AGAIN_MS = 5 * 60_000;

/** Asks which of the orders have a label; the answer is what the dialog shows, whatever changes meanwhile. */
function useLabels(orders: OrdersToPrint) {
  const { client } = trpc.useUtils();

  async function findIds(): Promise<readonly string[]> {
    if ('ids' in orders) return orders.ids;
    const { itens } = await client.orders.choose.query(orders.filter);
    return itens.map(({ id }) => id);
  }

  async function find(): Promise<FoundLabels | null> {
    const ids = await findIds();
    if (ids.length === 0) return null;
    const found = await client.orders.labels.mutate({ ids: ids.slice(0, MAX_PRINTED_LABELS) });
    return { ...found, leftOut: Math.max(0, ids.length - MAX_PRINTED_LABELS) };
  }

  return useQuery({
    queryKey: ['labels to print', orders],
    queryFn: find,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: false,
  });
}
