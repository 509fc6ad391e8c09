import { MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';
import { FEE_KIND_LABELS } from '@esteira/domain/profit/rule-text';
import { FEE_KINDS } from '@esteira/domain/profit/rules/fee-rule';
import { RULE_SITUATION_LABELS, RULE_SITUATIONS } from '@esteira/domain/profit/rules/rule-situation';
import type { AdminRule } from '@esteira/validators/administration/admin-fee-rules';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { FilterSelect } from '../../../parts/lists/filter-select';
import { PagedList } from '../../../parts/lists/paged-list';
import { Button } from '../../../ui/button';
import { SearchForm } from '../../../ui/forms/search-form';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { RuleRow } from './rule-row';
import { useChangeRules, useFeeRules } from './use-fee-rules';

// Most visits only look.
const RuleDialog = lazyDialog(() => import('./rule-dialog'), 'RuleDialog', { title: 'Nova regra' });

/** The rules of fees: which hold, which come and which are over, with where each was taken from. */
export function RuleList() {
  const { params, set } = useUrlState();
  const busca = params.get('busca') ?? '';
  // What holds today is what one looks for; '' would be lost from the address.
  const situacao = params.get('situacao') ?? 'vigente';
  const marketplace = MARKETPLACES.find((known) => known === params.get('marketplace'));
  const tipo = FEE_KINDS.find((known) => known === params.get('tipo'));
  const asked = RULE_SITUATIONS.find((known) => known === situacao);
  const { query, rules } = useFeeRules({
    ...(busca ? { busca } : {}),
    ...(asked ? { situacao: asked } : {}),
    ...(marketplace ? { marketplace } : {}),
    ...(tipo ? { tipo } : {}),
  });
  // Null: a rule that replaces none.
  const [replaced, setReplaced] = useState<AdminRule | null>();
  const [removed, setRemoved] = useState<AdminRule | null>(null);
  const remove = useChangeRules('Regra retirada', 'Erro ao retirar a regra');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchForm
          label="Buscar regras"
          placeholder="Categoria ou código"
          value={busca}
          onSearch={(text) => set({ busca: text })}
        />
        <FilterSelect
          label="Situação da regra"
          allLabel="Todas as situações"
          allValue="todas"
          options={RULE_SITUATIONS.map((each) => [each, RULE_SITUATION_LABELS[each]])}
          value={asked}
          onChange={(value) => set({ situacao: value })}
        />
        <FilterSelect
          label="Marketplace da regra"
          allLabel="Todos os marketplaces"
          options={MARKETPLACES.map((each) => [each, MARKETPLACE_NAMES[each]])}
          value={marketplace}
          onChange={(value) => set({ marketplace: value })}
        />
        <FilterSelect
          label="Tipo da regra"
          allLabel="Todos os tipos"
          options={FEE_KINDS.map((each) => [each, FEE_KIND_LABELS[each]])}
          value={tipo}
          onChange={(value) => set({ tipo: value })}
        />
        <Button variant="primary" className="sm:ml-auto" onClick={() => setReplaced(null)}>
          <Plus aria-hidden />
          Nova regra
        </Button>
      </div>
      <PagedList
        query={query}
        items={rules}
        empty="Nenhuma regra encontrada"
        render={(rule) => <RuleRow rule={rule} onReplace={setReplaced} onRemove={setRemoved} />}
      />
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        question="Retirar esta regra?"
        subject={removed?.descricao}
        confirmLabel="Retirar"
        destructive
        onConfirm={async () => removed && remove.mutateAsync({ retirar: [removed.id] })}
      />
      {replaced !== undefined && <RuleDialog replaced={replaced} onClose={() => setReplaced(undefined)} />}
    </>
  );
}
