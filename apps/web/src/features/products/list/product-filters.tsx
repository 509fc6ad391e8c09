import { FilterButtons } from '../../../ui/forms/filter-buttons';
import type { ProductSearch } from './product-search';

type PublicationChoice = NonNullable<ProductSearch['publicado']> | 'todos';

const OPTIONS: { value: PublicationChoice; label: string }[] = [
  { value: 'todos', label: 'Todos' },
  { value: 'mercadolivre', label: 'No ML' },
  { value: 'amazon', label: 'Na Amazon' },
  { value: 'nenhum', label: 'Não publicados' },
];

interface ProductFiltersProps {
  search: ProductSearch;
  onChange: (changes: Record<string, string | null>) => void;
}

export function ProductFilters({ search, onChange }: ProductFiltersProps) {
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-center gap-x-4 gap-y-2">
      <FilterButtons
        label="Publicação"
        value={search.publicado ?? 'todos'}
        options={OPTIONS}
        onChange={(value) => onChange({ publicado: value === 'todos' ? null : value })}
      />
      <label className="flex h-9 cursor-pointer items-center gap-2 whitespace-nowrap font-medium text-[13px]">
        <input
          type="checkbox"
          checked={search.estoque_baixo}
          onChange={(event) => onChange({ estoque_baixo: event.target.checked ? '1' : null })}
          className="size-4 accent-primary"
        />
        Estoque baixo
      </label>
    </div>
  );
}
