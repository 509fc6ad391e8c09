import { formatCardNumber } from '@esteira/domain/card';
import { FlaskConical } from 'lucide-react';
import { trpc } from '../../lib/data/trpc';
import { CopyButton } from '../../ui/copy-button';

/** Says that no money moves, and which card the simulated gateway approves (docs/product-rules.md#simulated-cards). */
export function TestCardNotice() {
  const { data } = trpc.checkout.gateway.useQuery();
  if (data?.modo !== 'simulado') return null;
  return (
    <div className="flex gap-3 rounded-lg bg-info-soft px-3.5 py-3 text-info-text">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-0.5">
        <p className="font-medium">Pagamento simulado: nenhum valor é cobrado.</p>
        {data.cartao_teste && (
          <p className="flex flex-wrap items-center gap-x-1.5">
            Cartão de teste:
            <span className="tabular font-medium">{formatCardNumber(data.cartao_teste)}</span>
            <CopyButton text={data.cartao_teste} label="Copiar cartão de teste" />
          </p>
        )}
      </div>
    </div>
  );
}
