import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { ORDER_STATUS_LABELS } from '@esteira/domain/orders/order-machine';
import { PERIODS } from '@esteira/domain/report-period';
import { X } from 'lucide-react';
import { toAccountOptions, useSeveralAccounts } from '../../../lib/data/use-accounts';
import { useAllSuppliers } from '../../../lib/data/use-all-suppliers';
import { formatDay } from '../../../lib/format/day';
import { FLAG_LABELS, type OrderFiltersProps, type OrderSearch } from './order-search';

const NO_DATES = { de: null, ate: null };

/** What narrows the list, each with the way to take it away: 'Hoje ×'. */
export function OrderFilterChips({ search, onChange }: OrderFiltersProps) {
  const { names } = useAllSuppliers();
  const accounts: Record<string, string> = toAccountOptions(useSeveralAccounts());
  const { status, marketplace, conta, fornecedor } = search;
  const chips = {
    periodo: describePeriod(search),
    status: status && ORDER_STATUS_LABELS[status],
    marketplace: marketplace && MARKETPLACE_NAMES[marketplace],
    conta_id: conta && (accounts[conta] ?? conta),
    fornecedor: fornecedor && (names.get(fornecedor) ?? 'Outro fornecedor'),
    atencao: search.atencao && FLAG_LABELS.atencao,
    atrasados: search.atrasados && FLAG_LABELS.atrasados,
    nao_impressa: search.naoImpressa && FLAG_LABELS.nao_impressa,
  };
  return Object.entries(chips).map(
    ([name, text]) =>
      text && (
        <button
          key={name}
          type="button"
          aria-label={`Remover filtro: ${text}`}
          onClick={() => onChange({ [name]: null, ...(name === 'periodo' && NO_DATES), pedido: null })}
          className="tabular inline-flex h-8 max-w-52 items-center gap-1 rounded-full bg-primary-soft pr-2 pl-3 font-medium text-[13px] text-primary-text hover:underline max-sm:h-10"
        >
          <span className="truncate">{text}</span>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      ),
  );
}

function describePeriod({ periodo, de, ate }: OrderSearch): string | null {
  if (periodo === null) return null;
  if (periodo !== 'datas') return PERIODS.find(([name]) => name === periodo)?.[1] ?? null;
  return (
    [de && `de ${formatDay(de)}`, ate && `até ${formatDay(ate)}`].filter(Boolean).join(' ') || 'Entre datas'
  );
}
