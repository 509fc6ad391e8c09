import type { DaySpan } from '@esteira/domain/days';
import { ASKED_IN_SETTINGS } from '@esteira/domain/profit/cost-texts';
import type { MissingCode } from '@esteira/domain/profit/costs/cost-term';
import type { NetGap } from '@esteira/domain/profit/facts/cost-fact';
import { NET_GAP_TEXTS } from '@esteira/domain/profit/facts/fact-texts';
import { countText } from '@esteira/domain/text/count-text';
import type { MissingCosts } from '@esteira/validators/costs/missing-costs';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { toastDetail } from '../../../lib/toasts';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { useAccountFilter } from '../use-account-filter';

interface EstimateMissingProps {
  span: DaySpan;
  missing: number;
}

/** Says how many orders have no net value yet and why, where that is mended, and computes those that can be by now. */
export function EstimateMissing({ span, missing }: EstimateMissingProps) {
  const { run, isRunning } = useEstimateAll();
  const { data } = trpc.dashboard.missingCosts.useQuery({ ...span, ...useAccountFilter().filter });
  return (
    <section
      aria-label="Pedidos sem valor líquido"
      className="mt-2 grid gap-2 rounded-md bg-warning-soft p-3 text-[13px] text-warning-text"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>
          {countText(missing, 'pedido está', 'pedidos estão')} sem valor líquido e{' '}
          {missing === 1 ? 'não entra' : 'não entram'} no líquido.
        </span>
        <Button data-changes size="sm" busy={isRunning} onClick={run}>
          Calcular de novo
        </Button>
      </p>
      {data && data.motivos.length > 0 && (
        <ul className="grid gap-1">
          {data.motivos.map((reason) => (
            <Reason key={reason.falta} reason={reason} />
          ))}
        </ul>
      )}
      {data?.ha_mais && (
        <p>Motivos dos {formatCount(data.pedidos)} pedidos mais recentes sem valor líquido.</p>
      )}
    </section>
  );
}

const LINK = 'font-medium underline underline-offset-4';

function Reason({ reason }: { reason: MissingCosts['motivos'][number] }) {
  const { falta, pedidos, produtos } = reason;
  return (
    <li>
      {countText(pedidos, 'pedido', 'pedidos')}: {toLower(NET_GAP_TEXTS[falta])}
      {isSetting(falta) && (
        <>
          {' · '}
          <Link to={paths.costs} className={LINK}>
            Abrir Custos
          </Link>
        </>
      )}
      {produtos.map(({ id, nome, sku }) => (
        <Fragment key={id}>
          {' · '}
          <Link to={paths.productSearch(sku ?? nome)} className={`${LINK} [overflow-wrap:anywhere]`}>
            {nome}
          </Link>
        </Fragment>
      ))}
    </li>
  );
}

const toLower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** What 'Custos' asks for; the category there is that of the products which have none of their own. */
const isSetting = (gap: NetGap) => ASKED_IN_SETTINGS.has(gap as MissingCode) || gap === 'categoria';

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
      else toast.success(countText(known, 'pedido calculado!', 'pedidos calculados!'));
    } catch (error) {
      toastDetail(error, 'Erro ao calcular o líquido');
    } finally {
      setRunning(false);
      void utils.dashboard.period.invalidate();
      void utils.dashboard.missingCosts.invalidate();
    }
  }
  return { run, isRunning };
}
