import { PRODUCT_SORT_LABELS, PRODUCT_SORTS } from '@esteira/domain/products/product-sort';
import type { Supplier } from '@esteira/validators/products/supplier';
import { clsx } from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { AccountSelect } from '../../../parts/account-select';
import { Button } from '../../../ui/button';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { Select } from '../../../ui/forms/input';
import { PRODUCT_FLAGS, type ProductSearch } from './product-search';

type PublicationChoice = NonNullable<ProductSearch['publicado']> | 'todos';

const OPTIONS: { value: PublicationChoice; label: string }[] = [
  { value: 'todos', label: 'Todos' },
  { value: 'mercadolivre', label: 'No ML' },
  { value: 'amazon', label: 'Na Amazon' },
  { value: 'nenhum', label: 'Não publicados' },
];

const FLAG_LABELS: Record<(typeof PRODUCT_FLAGS)[number], string> = {
  estoque_baixo: 'Estoque baixo',
  sem_estoque: 'Sem estoque',
  sem_preco_amazon: 'Sem preço Amazon',
  com_prejuizo: 'Com prejuízo',
  margem_caiu: 'Margem caiu',
};

interface ProductFiltersProps {
  search: ProductSearch;
  suppliers: Supplier[];
  onChange: (changes: Record<string, string | null>) => void;
  /** Stands behind the buttons. */
  children: ReactNode;
}

/** What narrows and sorts the list. On a phone most of it waits behind a button: products come first there. */
export function ProductFilters({ search, suppliers, onChange, children }: ProductFiltersProps) {
  const active =
    PRODUCT_FLAGS.filter((flag) => search[flag]).length +
    (search.fornecedor_id === '' ? 0 : 1) +
    (search.conta_id === null ? 0 : 1);
  const [isOpen, setOpen] = useState(active > 0);
  const panel = useId();
  return (
    <>
      <FilterButtons
        label="Publicação"
        value={search.publicado ?? 'todos'}
        options={OPTIONS}
        onChange={(value) => onChange({ publicado: value === 'todos' ? null : value })}
      />
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen((shown) => !shown)}
      >
        <SlidersHorizontal aria-hidden />
        {active === 0 ? 'Filtros' : `Filtros (${active})`}
      </Button>
      {children}
      <div
        id={panel}
        className={clsx('flex w-full flex-wrap items-center gap-x-4 gap-y-2', !isOpen && 'max-sm:hidden')}
      >
        {PRODUCT_FLAGS.map((flag) => (
          <label
            key={flag}
            className="flex h-9 max-sm:h-10 cursor-pointer items-center gap-2 whitespace-nowrap font-medium text-[13px]"
          >
            <input
              type="checkbox"
              checked={search[flag]}
              onChange={(event) => onChange({ [flag]: event.target.checked ? '1' : null })}
              className="size-4 accent-primary"
            />
            {FLAG_LABELS[flag]}
          </label>
        ))}
        <div className="grid w-full grid-cols-1 gap-2 sm:ml-auto sm:w-104 sm:grid-cols-2">
          <AccountSelect value={search.conta_id} onPick={(conta_id) => onChange({ conta_id })} />
          <Select
            aria-label="Fornecedor"
            value={search.fornecedor_id}
            onChange={(event) => onChange({ fornecedor_id: event.target.value })}
            options={suppliers.map(({ id, nome }) => [id, nome])}
          >
            <option value="">Todos os fornecedores</option>
            {!suppliers.some(({ id }) => id === search.fornecedor_id) && (
              // Not here yet, or deleted: the list is narrowed to it all the same.
              <option value={search.fornecedor_id} hidden>
                Um fornecedor
              </option>
            )}
          </Select>
          <Select
            aria-label="Ordenar por"
            value={search.ordem}
            onChange={(event) => onChange({ ordem: event.target.value })}
            options={PRODUCT_SORTS.map((sort) => [sort, PRODUCT_SORT_LABELS[sort]])}
          />
        </div>
      </div>
    </>
  );
}
