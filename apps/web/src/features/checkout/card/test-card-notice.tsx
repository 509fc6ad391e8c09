import { formatCardNumber } from '@esteira/domain/billing/card';
import { trpc } from '../../../lib/data/trpc';
import { CopyButton } from '../../../ui/copy-button';
import { SimulatedNotice } from '../simulated-notice';

/** Says that no money moves, and which card the simulated gateway approves (docs/product-rules/plans.md#simulated-cards). */
export function TestCardNotice() {
  const { data } = trpc.checkout.gateway.useQuery();
  if (data?.modo !== 'simulado') return null;
  return (
    <SimulatedNotice>
      {data.cartao_teste && (
        <p className="flex flex-wrap items-center gap-x-1.5">
          Cartão de teste:
          <span className="tabular font-medium">{formatCardNumber(data.cartao_teste)}</span>
          <CopyButton text={data.cartao_teste} label="Copiar cartão de teste" />
        </p>
      )}
    </SimulatedNotice>
  );
}
