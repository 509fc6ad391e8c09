import { MAX_NFE_LENGTH } from '@esteira/domain/documents/nfe';
import type { Order } from '@esteira/validators/orders/order';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { toast } from 'sonner';
import { type Pages, patchItem } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { toastDetail } from '../../../lib/toasts';

const TOO_LONG = 'O XML da NF-e deve ter até 900 KB';

/** Hands in the NF-e of one order. */
export function useSubmitInvoice(id: string) {
  const queryClient = useQueryClient();
  const lists = { queryKey: getQueryKey(trpc.orders.list, undefined, 'infinite') };
  const submit = trpc.orders.submitInvoice.useMutation({
    onSuccess: (order) => {
      toast.success('NF-e enviada!');
      queryClient.setQueriesData<Pages<Order>>(lists, (pages) => pages && patchItem(pages, id, order));
    },
    onError: (error) => toastDetail(error, 'Erro ao enviar a NF-e'),
  });
  const send = useSingleFlight(async (file: File) => {
    if (file.size > MAX_NFE_LENGTH) {
      toast.error(TOO_LONG);
      return;
    }
    await submit.mutateAsync({ id, xml: await file.text() });
  });
  return { send, isPending: submit.isPending };
}
