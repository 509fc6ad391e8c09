import type { Plan, PlanId } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import type { PixPayment as Pix } from '@esteira/validators/billing/pix';
import { Clock, QrCode } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { formErrorOf } from '../../../lib/forms/problem';
import { toastDetail } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/forms/form-error';
import { Panel } from '../../../ui/panel';
import { PixCodePanel } from './pix-code-panel';

interface PixPaymentProps {
  plan: Plan;
  /** A Pix that was left open, here or in another tab. */
  open: Pix | null;
  onPaid: (message: string) => void;
}

/** Paying by Pix: its code, and by itself the approval once it was paid. */
export function PixPayment({ plan, open, onPaid }: PixPaymentProps) {
  const utils = trpc.useUtils();
  const { pix, readAt, create, creating, simulate } = usePix(plan.id, open);
  const paid = pix?.situacao === 'aprovado' ? (pix.message ?? 'Pagamento aprovado!') : null;
  const tellPaid = useEffectEvent((message: string) => {
    void utils.auth.me.invalidate();
    onPaid(message);
  });

  useEffect(() => {
    if (paid !== null) tellPaid(paid);
  }, [paid]);

  if (pix?.situacao === 'aguardando') {
    return (
      <PixCodePanel
        pix={pix}
        readAt={readAt}
        onSimulate={() => simulate.mutate({ id: pix.id })}
        simulating={simulate.isPending}
      />
    );
  }
  const isOver = pix !== null;
  return (
    <Panel aria-label="Pix" className="grid justify-items-start gap-4 p-5">
      {isOver ? (
        <p role="status" className="flex items-center gap-2 font-medium">
          <Clock aria-hidden className="size-4 shrink-0 text-muted" />
          {pix.message ?? 'O prazo do Pix acabou. Gere um novo código.'}
        </p>
      ) : (
        <p className="text-muted">
          Pague {formatMoney(plan.preco)} pelo aplicativo do seu banco. O plano é ativado assim que o Pix
          cair, sem enviar comprovante.
        </p>
      )}
      <Button variant="primary" size="lg" busy={creating.isPending} onClick={create} className="w-full">
        {!creating.isPending && <QrCode aria-hidden />}
        {isOver ? 'Gerar novo código' : 'Gerar código Pix'}
      </Button>
      <FormError text={creating.isPending ? null : formErrorOf(creating.error, 'Erro ao gerar o Pix')} />
    </Panel>
  );
}

/** Often enough that a payment is seen within two seconds. */
const POLL_MS = 700;
const PIX_FAILED = 'Erro ao gerar o Pix';

/** The seller's Pix for a plan, followed until it is paid or over. `open` is the one that another tab left. */
function usePix(plano: PlanId, open: Pix | null) {
  const utils = trpc.useUtils();
  const [id, setId] = useState<string | null>(null);
  if (id === null && open !== null) setId(open.id);

  function take(pix: Pix) {
    utils.checkout.pix.setData({ id: pix.id }, pix);
    setId(pix.id);
  }

  const followed = trpc.checkout.pix.useQuery(
    { id: id ?? '' },
    {
      enabled: id !== null,
      ...(open?.id === id ? { initialData: open } : {}),
      staleTime: 0,
      refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
      // The payer looks at the bank's app, not at this page.
      refetchIntervalInBackground: true,
    },
  );
  const create = trpc.checkout.createPix.useMutation({
    onSuccess: take,
    onError: (error) => toastDetail(error, PIX_FAILED),
  });
  const simulate = trpc.checkout.simulatePixPayment.useMutation({
    onSuccess: take,
    onError: (error) => toastDetail(error, 'Erro ao simular o pagamento do Pix'),
  });
  return {
    pix: followed.data ?? null,
    readAt: followed.dataUpdatedAt,
    create: () => create.mutate({ plano }),
    creating: create,
    simulate,
  };
}

function isOpen(pix: Pix | undefined): boolean {
  return pix === undefined || pix.situacao === 'aguardando';
}
