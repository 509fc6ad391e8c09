import type { Product } from '@esteira/validators/products/product';
import { Truck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { trpc } from '../../../lib/data/trpc';
import type { useAllSuppliers } from '../../../lib/data/use-all-suppliers';
import { toastFailure } from '../../../lib/toasts';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/lists/empty-state';
import { DialogBody } from '../../../ui/overlays/dialog';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { Spinner } from '../../../ui/spinner';
import { readStored } from '../../../ui/stored';
import { ProductForm } from './product-form';
import { BLANK, copyOf, LAST_SUPPLIER, type ProductTemplate } from './product-template';

interface ProductDialogProps {
  /** null: a new one. */
  id: string | null;
  /** The product that a new one begins as a copy of. */
  sourceId: string | null;
  /** The products on screen: whoever clicks 'Editar' on one needs not wait for it. */
  known: Product[];
  suppliers: ReturnType<typeof useAllSuppliers>;
  onClose: () => void;
  onDuplicate: (id: string) => void;
  onShowHistory: (id: string) => void;
}

export function ProductDialog({ id, sourceId, known, suppliers, onClose, ...actions }: ProductDialogProps) {
  const shownId = id ?? sourceId;
  const { product, failure } = useShownProduct(shownId, known);
  const attributes = trpc.products.listingAttributes.useQuery(
    { id: sourceId ?? '' },
    { enabled: sourceId !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const costs = trpc.products.costs.useQuery(
    { id: sourceId ?? '' },
    { enabled: sourceId !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const error = failure ?? attributes.error ?? costs.error;
  const [next, setNext] = useState<{ round: number; template: ProductTemplate } | null>(null);
  const isCopy = sourceId !== null && product && attributes.data && costs.data;
  const copy = isCopy ? copyOf(product, attributes.data, costs.data) : undefined;
  const [last] = useState(() => readStored(LAST_SUPPLIER));
  const [only, another] = suppliers.suppliers;
  const usual = suppliers.suppliers.find((supplier) => supplier.id === last) ?? (another ? undefined : only);
  const fresh = usual && toFresh(usual.id);
  const template = next?.template ?? copy ?? (id === null ? fresh : undefined);
  const ready = suppliers.loaded && (id === null || product) && (sourceId === null || copy || next);

  useEffect(() => {
    if (!error) return;
    toastFailure(error, 'Erro ao carregar dados');
    onClose();
  }, [error, onClose]);

  return (
    <FormDialog wide onClose={onClose} title={id === null ? 'Novo Produto' : 'Editar Produto'}>
      {!ready ? (
        <DialogBody className="grid min-h-80 place-items-center text-muted">
          <Spinner large />
        </DialogBody>
      ) : suppliers.suppliers.length === 0 ? (
        <DialogBody>
          <EmptyState
            icon={Truck}
            title="Cadastre um fornecedor primeiro"
            description="Todo produto pertence a um fornecedor."
          >
            <Button asChild variant="primary">
              <Link to={paths.newSupplier}>Adicionar Fornecedor</Link>
            </Button>
          </EmptyState>
        </DialogBody>
      ) : (
        <ProductForm
          key={`${id} ${sourceId} ${next?.round}`}
          product={id === null ? undefined : product}
          template={template}
          suppliers={suppliers.suppliers}
          onClose={onClose}
          // The next product often comes from the same supplier.
          onNext={({ fornecedor_id }) =>
            setNext({ round: (next?.round ?? 0) + 1, template: toFresh(fornecedor_id) })
          }
          {...actions}
        />
      )}
    </FormDialog>
  );
}

/** The product of a form: it stays the last one known where it leaves the list, so that the form stays too. */
function useShownProduct(id: string | null, known: Product[]) {
  const listed = known.find((product) => product.id === id);
  const fetched = trpc.products.get.useQuery({ id: id ?? '' }, { enabled: id !== null && !listed });
  const latest = listed ?? fetched.data;
  const [last, setLast] = useState(latest);
  if (latest && latest !== last) setLast(latest);
  const product = latest ?? (last?.id === id ? last : undefined);
  return { product, failure: product ? null : fetched.error };
}

/** A new product of a supplier. */
const toFresh = (fornecedor_id: string): ProductTemplate => ({ name: BLANK.name, values: { fornecedor_id } });
