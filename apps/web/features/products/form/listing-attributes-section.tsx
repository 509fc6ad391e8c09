import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { Button } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { ListingAttributesFields } from './listing-attributes-fields';
import type { ProductFormApi } from './use-product-form';

interface ListingAttributesSectionProps {
  form: ProductFormApi;
  /** null: a new product. */
  productId: string | null;
  /** What the product had when it was first read for this form. */
  opened?: ListingAttributes | undefined;
  /** The form gives back what was typed into it. */
  initiallyOpen: boolean;
  className: string;
}

/**
 * What real marketplaces ask beside the product's own fields. While it was never opened the form holds none of it,
 * and saving leaves what is stored alone.
 */
export function ListingAttributesSection(props: ListingAttributesSectionProps) {
  const { form, productId, opened: attributes, initiallyOpen, className } = props;
  const [opened, setOpened] = useState(initiallyOpen);
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  // A wrong field must be seen, also under a section that was closed again; it stays open once it is mended.
  if (!open && form.formState.errors.ficha !== undefined) setOpen(true);

  function toggle() {
    setOpened(true);
    setOpen(!open);
    if (open) form.clearErrors('ficha');
  }

  return (
    <section className={clsx('rounded-lg border border-border', className)}>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          className="flex w-full items-center justify-between gap-4 rounded-lg px-3 py-2.5 text-left font-medium text-[13px] hover:bg-sunken"
        >
          Dados para os marketplaces (opcional)
          <ChevronDown
            aria-hidden
            className={clsx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} hidden={!open} className="px-3 pt-1 pb-4">
        {opened && <Sheet form={form} productId={productId} opened={attributes} />}
      </div>
    </section>
  );
}

function Sheet({
  form,
  productId,
  opened,
}: Pick<ListingAttributesSectionProps, 'form' | 'productId' | 'opened'>) {
  // Once is enough: what is being typed must not change under the fingers.
  const attributes = trpc.products.listingAttributes.useQuery(
    { id: productId ?? '' },
    { enabled: productId !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  if (productId === null) return <ListingAttributesFields form={form} attributes={null} />;
  if (attributes.data) return <ListingAttributesFields form={form} attributes={opened ?? attributes.data} />;
  if (attributes.isError) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-danger-text">
        Erro ao carregar dados
        <Button size="sm" busy={attributes.isFetching} onClick={() => attributes.refetch()}>
          Tentar novamente
        </Button>
      </p>
    );
  }
  return (
    <p className="grid min-h-40 place-items-center text-muted">
      <Spinner />
    </p>
  );
}
