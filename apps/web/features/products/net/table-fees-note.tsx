import type { Marketplace } from '@esteira/domain/marketplaces';
import { trpc } from '../../../lib/data/trpc';

/** Beside net values that the table of fees alone makes: the seller's own account may take others. */
export function TableFeesNote({ marketplaces }: { marketplaces: readonly Marketplace[] }) {
  const { data } = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (!marketplaces.some((name) => data?.[name].conexao?.status === 'conectado')) return null;
  return (
    <p className="text-[13px] text-muted">
      Pelas tarifas da tabela; as da sua conta aparecem no formulário do produto.
    </p>
  );
}
