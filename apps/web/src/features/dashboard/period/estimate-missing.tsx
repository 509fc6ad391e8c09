import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { toastDetail } from '../../../lib/toasts';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';

/** Says how many orders have no net value yet, and computes those of which all is known by now. */
export function EstimateMissing({ missing }: { missing: number }) {
  const { run, isRunning } = useEstimateAll();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px] text-muted">
      <span>
        {missing === 1 ? '1 pedido está' : `${formatCount(missing)} pedidos estão`} sem líquido: faltam dados
        em{' '}
        <Link to={paths.costs} className="text-primary-text underline underline-offset-4">
          Custos
        </Link>{' '}
        ou nos produtos.
      </span>
      <Button data-changes size="sm" busy={isRunning} onClick={run}>
        Calcular de novo
      </Button>
    </p>
  );
}

/** Round after round until there are no more; what was computed before a failure stays. */
function useEstimateAll() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.orders.estimateCosts.useMutation();
  const [isRunning, setRunning] = useState(false);
  async function run() {
    setRunning(true);
    let known = 0;
    try {
      let cursor: string | null = null;
      do {
        const round: { calculados: number; cursor: string | null } = await mutateAsync({
          cursor: cursor ?? undefined,
        });
        known += round.calculados;
        cursor = round.cursor;
      } while (cursor !== null);
      if (known === 0) toast.info('Ainda faltam dados para calcular o líquido');
      else toast.success(known === 1 ? '1 pedido calculado!' : `${formatCount(known)} pedidos calculados!`);
    } catch (error) {
      toastDetail(error, 'Erro ao calcular o líquido');
    } finally {
      setRunning(false);
      void utils.dashboard.period.invalidate();
    }
  }
  return { run, isRunning };
}
