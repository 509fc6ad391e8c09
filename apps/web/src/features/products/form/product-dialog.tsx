import type { Product } from '@esteira/validators/product';
import { Truck } from 'lucide-react';
import { useEffect } from 'react';
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
import { ProductForm } from './product-form';

interface ProductDialogProps {
  /** null: a new one. */
  id: string | null;
  /** The products on screen: whoever clicks 'Editar' on one needs not wait for it. */
  known: Product[];
  suppliers: ReturnType<typeof useAllSuppliers>;
  onClose: () => void;
}

export function ProductDialog({ id, known, suppliers, onClose }: ProductDialogProps) {
  const shown = known.find((product) => product.id === id);
  const fetched = trpc.products.get.useQuery({ id: id ?? '' }, { enabled: id !== null && !shown });
  const product = shown ?? fetched.data;
  const ready = suppliers.loaded && (id === null || product !== undefined);

  useEffect(() => {
    if (!fetched.error) return;
    toastFailure(fetched.error, 'Erro ao carregar dados');
    onClose();
  }, [fetched.error, onClose]);

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
        <ProductForm key={id} product={product} suppliers={suppliers.suppliers} onClose={onClose} />
      )}
    </FormDialog>
  );
}
