import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { randomId } from '../../../lib/random-id';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';

/** Adds a note to an order. The same text sent again after a lost answer is the same note. */
export function useAddNote(id: string) {
  const utils = trpc.useUtils();
  const add = trpc.orders.addNote.useMutation({
    onSuccess: () => void toast.success('Nota adicionada!'),
    onError: (error) => toastDetail(error, 'Erro ao adicionar nota'),
    onSettled: (_data, error) => waitedFor(utils.orders.details.invalidate({ id }), error),
  });
  const { variables, isError, isPending, mutateAsync } = add;
  function send(texto: string) {
    const isRepeated = isError && variables?.texto === texto;
    return mutateAsync({ id, texto, nota_id: isRepeated ? variables.nota_id : randomId() });
  }
  return { send, isPending };
}

export function useRemoveNote(id: string) {
  const utils = trpc.useUtils();
  return trpc.orders.removeNote.useMutation({
    onSuccess: () => void toast.success('Nota excluída!'),
    onError: (error) => toastDetail(error, 'Erro ao excluir nota'),
    onSettled: (_data, error) => waitedFor(utils.orders.details.invalidate({ id }), error),
  });
}
