import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { useFeeTable } from '../../../lib/data/use-fee-table';
import { Button } from '../../../ui/button';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import type { OpenedParts, ProductFormApi } from '../form/use-product-form';
import { MissingFacts } from './missing-facts';
import { NetFigures } from './net-figures';
import { ProductCostFields } from './product-cost-fields';
import { useKnownFees } from './use-known-fees';
import { type NetBasis, readCosts, setPrice, useNetQuote } from './use-net-quote';

interface NetSectionProps {
  form: ProductFormApi;
  /** null: a new product. */
  productId: string | null;
  /** What the product had when it was first read for this form. */
  opened?: OpenedParts;
  /** The form gives back what was typed into it. */
  initiallyOpen: boolean;
}

const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** What remains of each price while it is typed. Loaded after the form, which does without it where it does not arrive. */
export function NetSection({ form, productId, opened, initiallyOpen }: NetSectionProps) {
  const isStored = productId !== null;
  const settings = trpc.costs.settings.useQuery();
  const { query: rules, table } = useFeeTable();
  // Once is enough: what is being typed must not change under the fingers.
  const costs = trpc.products.costs.useQuery({ id: productId ?? '' }, { enabled: isStored, ...ONCE });
  const sheet = trpc.products.listingAttributes.useQuery(
    { id: productId ?? '' },
    { enabled: isStored, ...ONCE },
  );
  const failed = [settings, rules, costs, sheet].filter(({ isError, data }) => isError && !data);
  if (failed.length > 0) {
    return (
      <Frame>
        <p className="flex flex-wrap items-center gap-3 border-border border-t px-3 py-2.5 text-[13px] text-muted">
          Não foi possível calcular o líquido estimado.
          <Button size="sm" onClick={() => failed.map((query) => query.refetch())}>
            Tentar novamente
          </Button>
        </p>
      </Frame>
    );
  }
  if (!settings.data || !table || (isStored && !(costs.data && sheet.data))) {
    return (
      <Frame>
        <SkeletonGroup className="px-3 pb-3">
          <Skeleton className="h-8" />
        </SkeletonGroup>
      </Frame>
    );
  }
  const basis: NetBasis = {
    table,
    settings: settings.data,
    costs: opened?.custos ?? costs.data ?? readCosts(form.getValues('custos') ?? NO_PRODUCT_COSTS),
    listingType: sheet.data?.tipo_anuncio ?? form.getValues('ficha.tipo_anuncio') ?? 'classico',
    sheet: sheet.data ?? null,
  };
  return <Net form={form} productId={productId} basis={basis} initiallyOpen={initiallyOpen} />;
}

interface NetProps extends Omit<NetSectionProps, 'opened'> {
  basis: NetBasis;
}

function Net({ form, productId, basis, initiallyOpen }: NetProps) {
  const { fees, progress } = useKnownFees(form, { productId, basis });
  const nets = [
    useNetQuote(form, 'mercadolivre', { basis, reading: fees?.mercadolivre }),
    useNetQuote(form, 'amazon', { basis, reading: fees?.amazon }),
  ];
  const [opened, setOpened] = useState(initiallyOpen);
  const [open, setOpen] = useState(initiallyOpen);
  const [asked, setAsked] = useState(0);
  const id = useId();
  const { setFocus } = form;
  // The field is focused once it is drawn, not before.
  useEffect(() => {
    if (asked > 0) setFocus('custos.peso_g');
  }, [asked, setFocus]);
  // A wrong field must be seen, also under a part that was closed again.
  if (!open && form.formState.errors.custos !== undefined) setOpen(true);

  function toggle(next: boolean) {
    setOpened(true);
    setOpen(next);
    if (!next) form.clearErrors('custos');
  }

  function ask() {
    toggle(true);
    setAsked((times) => times + 1);
  }

  return (
    <Frame>
      {nets.map((net) => (
        <NetFigures
          key={net.marketplace}
          net={net}
          progress={progress[net.marketplace]}
          settings={basis.settings}
          onPrice={(cents) => setPrice(form, net.marketplace, cents)}
        />
      ))}
      <MissingFacts nets={nets} onAsk={ask} />
      <div className="border-border border-t">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => toggle(!open)}
          className="flex w-full items-center justify-between gap-4 rounded-b-lg px-3 py-2.5 text-left text-[13px] hover:bg-sunken"
        >
          Peso, medidas e categoria da tarifa
          <ChevronDown
            aria-hidden
            className={clsx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
        <div id={id} hidden={!open} className="px-3 pt-1 pb-4">
          {opened && <ProductCostFields form={form} {...basis} />}
        </div>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <section aria-label="Quanto sobra" className="col-span-6 rounded-lg border border-border">
      <h3 className="px-3 py-2.5 font-medium text-[13px]">Quanto sobra</h3>
      {children}
    </section>
  );
}
