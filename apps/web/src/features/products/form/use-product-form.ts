import {
  type Product,
  type ProductCreateInput,
  type ProductFormValues,
  productCreateInput,
} from '@esteira/validators/products/product';
import { useRef, useState } from 'react';
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
import { BLANK, type ProductTemplate } from './product-template';
import { usePriceCheck } from './use-price-check';

export type ProductFormApi = UseFormReturn<ProductFormValues, unknown, ProductCreateInput>;

interface ProductFormOptions {
  /** Absent: a new one. */
  product?: Product | undefined;
  /** What a new one starts with. */
  template?: ProductTemplate | undefined;
  onClose: () => void;
  /** The product was saved, and the next one is to be typed in. */
  onNext: (saved: Product) => void;
}

/** The form's values, its errors and what saves it. */
export function useProductForm({ product, template = BLANK, onClose, onNext }: ProductFormOptions) {
  // What the editor saw when the dialog opened, whatever arrives meanwhile: only the difference in stock is sent.
  const [seen] = useState(product);
  const create = useCreateProduct();
  const update = useUpdateProduct();
  const save = seen ? update : create;
  const form = useZodForm(productCreateInput, toFormValues(seen ?? template.values));
  const draft = useDraft({
    form,
    name: seen ? `produto ${seen.id}` : template.name,
    opened: seen,
  });
  const wantsNext = useRef(false);
  const submit = useSingleFlight(
    (values: ProductCreateInput) => {
      if (!seen) return create.mutateAsync(values);
      const stockBase = draft.base?.['estoque'] as number | undefined;
      // Of a stock that was typed earlier the change counts that was meant then; of any other, none.
      const estoque_anterior = values.estoque === seen.estoque ? seen.estoque : (stockBase ?? seen.estoque);
      return update.mutateAsync({ ...values, id: seen.id, estoque_anterior });
    },
    (saved) => {
      draft.forget();
      if (wantsNext.current) onNext(saved);
      else onClose();
    },
  );
  const priceCheck = usePriceCheck(seen ?? undefined, submit);
  const saveAnd = (next: boolean) =>
    form.handleSubmit((values) => {
      wantsNext.current = next;
      priceCheck.check(values);
    });
  useUnsaved(draft.isDirty, draft.forget);
  useServerFieldErrors(form, save.error);
  useFirstFocus(form, 'nome');
  return { form, save, draft, priceCheck, saveAndClose: saveAnd(false), saveAndNext: saveAnd(true) };
}

function toFormValues({ ficha, custos, ...start }: Partial<ProductFormValues>) {
  return {
    fornecedor_id: start.fornecedor_id ?? '',
    nome: start.nome ?? '',
    descricao: start.descricao ?? '',
    sku: start.sku ?? '',
    preco_fornecedor: start.preco_fornecedor,
    preco_venda_ml: start.preco_venda_ml,
    preco_venda_amazon: start.preco_venda_amazon,
    estoque: start.estoque,
    imagem_url: start.imagem_url ?? '',
    ...(ficha === undefined ? {} : { ficha }),
    ...(custos === undefined ? {} : { custos }),
  };
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
