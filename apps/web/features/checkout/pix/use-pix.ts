import type { PlanId } from '@esteira/domain/billing/plans';
import type { PixPayment } from '@esteira/validators/billing/pix';
import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { toastDetail } from '../../../lib/toasts';

/** Often enough that a payment is seen within two seconds. */
const POLL_MS = 700;
const PIX_FAILED = 'Erro ao gerar o Pix';

/** The seller's Pix for a plan, followed until it is paid or over. `open` is the one that another tab left. */
export function usePix(plano: PlanId, open: PixPayment | null) {
  const utils = trpc.useUtils();
  const [id, setId] = useState<string | null>(null);
  if (id === null && open !== null) setId(open.id);

  function take(pix: PixPayment) {
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

function isOpen(pix: PixPayment | undefined): boolean {
  return pix === undefined || pix.situacao === 'aguardando';
}
