import { PLANS } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { SubscriptionPayment } from '@esteira/validators/billing/subscription';
import { useMutation } from '@tanstack/react-query';
import { FileDown, ReceiptText } from 'lucide-react';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { saveFile } from '../../lib/download';
import { describeFailure } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';
import { fetchFile } from '../../parts/export/fetch-file';
import { describeMeans } from '../../parts/payment/describe-means';
import { PaymentBadge } from '../../parts/payment/payment-badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/lists/empty-state';
import { ListStates } from '../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';

const LOAD_FAILED = 'Erro ao carregar os pagamentos';

/** What was paid for the plan, newest first, each with its receipt. */
export function PaymentHistory() {
  const query = trpc.subscription.payments.useInfiniteQuery(
    { limite: PAGE_SIZE },
    { getNextPageParam: nextCursor },
  );
  useLoadFailure(query, LOAD_FAILED);
  const payments = itemsOf(query.data);
  return (
    <section aria-labelledby="pagamentos" className="grid grid-cols-1 gap-3">
      <h2 id="pagamentos" className="font-semibold text-base">
        Pagamentos
      </h2>
      <ListStates
        query={query}
        isEmpty={payments.length === 0}
        skeleton={
          <SkeletonGroup className="grid">
            <Skeleton className="h-40" />
          </SkeletonGroup>
        }
        failure={{ title: LOAD_FAILED, ...describeFailure(query.error) }}
        onRetry={() => void query.refetch()}
        empty={<EmptyState icon={ReceiptText} title="Nenhum pagamento ainda" />}
      >
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      </ListStates>
    </section>
  );
}

function PaymentRow({ payment }: { payment: SubscriptionPayment }) {
  const receipt = useReceipt();
  const date = formatDate(payment.data_pagamento);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Plano {PLANS[payment.plano].nome}
          <PaymentBadge status={payment.status} />
        </p>
        <p className="tabular text-[13px] text-muted">
          {date} · {describeMeans(payment)}
          {payment.status === 'aprovado' && payment.valido_ate && ` · até ${formatDate(payment.valido_ate)}`}
        </p>
      </div>
      <p className="tabular whitespace-nowrap font-medium">{formatMoney(payment.valor)}</p>
      {payment.tem_recibo && (
        <Button
          size="sm"
          busy={receipt.isPending}
          onClick={() => receipt.mutate(payment.id)}
          aria-label={`Recibo de ${date}`}
        >
          {!receipt.isPending && <FileDown aria-hidden />}
          Recibo
        </Button>
      )}
    </li>
  );
}

/** Saves a payment's receipt as a PDF file. */
function useReceipt() {
  return useMutation({
    mutationFn: async (id: string) => {
      const address = `/api/assinatura/pagamentos/${encodeURIComponent(id)}/recibo.pdf`;
      const { name, file } = await fetchFile(address, 'recibo.pdf');
      saveFile(name, file);
    },
    onError: (error) => toastFailure(error, 'Erro ao baixar o recibo'),
  });
}
