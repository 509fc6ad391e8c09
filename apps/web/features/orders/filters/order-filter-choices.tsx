import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { ORDER_STATUS_LABELS } from '@esteira/domain/orders/order-machine';
import { PERIODS } from '@esteira/domain/report-period';
import { useAllSuppliers } from '../../../lib/data/use-all-suppliers';
import { AccountSelect } from '../../../parts/account-select';
import { DateField } from '../../../parts/lists/date-field';
import { Select } from '../../../ui/forms/input';
import { FLAG_LABELS, type OrderFiltersProps, type OrderSearch } from './order-search';

/** What narrows the list besides the search. */
export function OrderFilterChoices({ search, onChange }: OrderFiltersProps) {
  const { suppliers, names } = useAllSuppliers();
  const { periodo, status, marketplace, conta, fornecedor, atencao } = search;
  const pick = (name: string) => (value: string | null) => onChange({ [name]: value, pedido: null });
  const supplierNames: Record<string, string> = Object.fromEntries(
    suppliers.map(({ id, nome }) => [id, nome]),
  );
  // Whoever is in the URL and not in the list is deleted, or not loaded yet.
  if (fornecedor && !names.has(fornecedor)) supplierNames[fornecedor] = 'Outro fornecedor';
  return (
    <>
      <Choice
        label="Período"
        all="Qualquer data"
        value={periodo}
        options={Object.fromEntries(PERIODS)}
        onPick={(value) => onChange({ periodo: value, de: null, ate: null, pedido: null })}
      />
      {periodo === 'datas' && <PeriodDates search={search} onChange={onChange} />}
      <Choice
        label="Status"
        all="Todos os status"
        value={status}
        options={ORDER_STATUS_LABELS}
        onPick={(value) => onChange({ status: value, filtro: null, pedido: null })}
      />
      <Choice
        label="Marketplace"
        all="Todos os marketplaces"
        value={marketplace}
        options={MARKETPLACE_NAMES}
        onPick={pick('marketplace')}
      />
      <div className="min-w-0 empty:hidden sm:max-w-52">
        <AccountSelect value={conta} onPick={pick('conta_id')} className={toLook(conta)} />
      </div>
      <Choice
        label="Fornecedor"
        all="Todos os fornecedores"
        value={fornecedor || null}
        options={supplierNames}
        onPick={pick('fornecedor')}
      />
      <div className="flex w-full flex-wrap gap-x-5">
        <Flag name="atencao" isOn={atencao} onPick={pick} />
        <Flag name="atrasados" isOn={search.atrasados} onPick={pick} />
        <Flag name="nao_impressa" isOn={search.naoImpressa} onPick={pick} />
      </div>
    </>
  );
}

interface FlagProps {
  /** The parameter of the address. */
  name: keyof typeof FLAG_LABELS;
  isOn: boolean;
  onPick: (name: string) => (value: string | null) => void;
}

function Flag({ name, isOn, onPick }: FlagProps) {
  return (
    <label className="flex h-9 max-sm:h-10 cursor-pointer items-center gap-2 whitespace-nowrap font-medium text-[13px]">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onPick(name)(event.target.checked ? '1' : null)}
        className="size-4 accent-primary"
      />
      {FLAG_LABELS[name]}
    </label>
  );
}

/** A choice that narrows is seen. */
const toLook = (value: string | null) => (value === null ? '' : 'border-primary font-medium');

interface ChoiceProps {
  label: string;
  /** What stands for no choice. */
  all: string;
  value: string | null;
  options: Readonly<Record<string, string>>;
  onPick: (value: string | null) => void;
}

function Choice({ label, all, value, options, onPick }: ChoiceProps) {
  return (
    <div className="min-w-0 sm:max-w-52">
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onPick(event.target.value || null)}
        className={toLook(value)}
        options={Object.entries(options)}
      >
        <option value="">{all}</option>
      </Select>
    </div>
  );
}

interface PeriodDatesProps {
  search: OrderSearch;
  onChange: (changes: Record<string, string | null>, options: { replace: boolean }) => void;
}

/** First and last day of a period of one's own, either of which may stay open. */
function PeriodDates({ search, onChange }: PeriodDatesProps) {
  // Both as they are shown: in the address they may stand the other way round.
  const shown = { de: search.de || null, ate: search.ate || null };
  const set = (name: 'de' | 'ate') => (day: string) =>
    onChange({ periodo: 'datas', ...shown, [name]: day || null, pedido: null }, { replace: true });
  return (
    <>
      <DateField label="De" value={search.de} onPick={set('de')} />
      <DateField label="Até" value={search.ate} onPick={set('ate')} />
    </>
  );
}
