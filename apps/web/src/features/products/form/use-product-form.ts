import {
  type Product,
  type ProductCreateInput,
  type ProductFormValues,
  productCreateInput,
} from '@esteira/validators/product';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useDraft } from '../../../lib/forms/use-draft';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { toastDetail } from '../../../lib/toasts';
import { useUnsaved } from '../../../ui/overlays/form-dialog';
import { useProductCache } from '../list/use-product-cache';
import { usePriceCheck } from './use-price-check';

export type ProductFormApi = UseFormReturn<ProductFormValues, unknown, ProductCreateInput>;

/** The form's values, its errors and what saves it. */
export function useProductForm(product: Product | undefined, onClose: () => void) {
  // What the editor saw when the dialog opened, whatever arrives meanwhile: only the difference in stock is sent.
  const [seen] = useState(product);
  const create = useCreateProduct();
  const update = useUpdateProduct();
  const save = seen ? update : create;
  const form = useZodForm(productCreateInput, {
    fornecedor_id: seen?.fornecedor_id ?? '',
    nome: seen?.nome ?? '',
    descricao: seen?.descricao ?? '',
    sku: seen?.sku ?? '',
    preco_fornecedor: seen?.preco_fornecedor,
    preco_venda_ml: seen?.preco_venda_ml,
    preco_venda_amazon: seen?.preco_venda_amazon,
    estoque: seen?.estoque,
    imagem_url: seen?.imagem_url ?? '',
  });
  const draft = useDraft({
    form,
    name: `produto ${seen?.id ?? 'novo'}`,
    base: seen && { field: 'estoque', value: seen.estoque },
  });
  const submit = useSingleFlight(
    (values: ProductCreateInput) => {
      if (!seen) return create.mutateAsync(values);
      // Of a stock that was typed earlier the change counts that was meant then; of any other, none.
      const estoque_anterior = values.estoque === seen.estoque ? seen.estoque : draft.base;
      return update.mutateAsync({ ...values, id: seen.id, estoque_anterior });
    },
    () => {
      draft.forget();
      onClose();
    },
  );
  useUnsaved(draft.isDirty, draft.forget);
  useServerFieldErrors(form, save.error);
  useFirstFocus(form, 'nome');
  return { form, save, draft, priceCheck: usePriceCheck(seen, submit) };
}

export function useCreateProduct() {
  const { reloadFromStart } = useProductCache();
  return trpc.products.create.useMutation({
    onSuccess: () => {
      toast.success('Produto criado!');
      return reloadFromStart();
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

export function useUpdateProduct() {
  const { reloadOne } = useProductCache();
  return trpc.products.update.useMutation({
    onSuccess: ({ id }) => {
      toast.success('Produto atualizado!');
      return reloadOne(id);
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}
