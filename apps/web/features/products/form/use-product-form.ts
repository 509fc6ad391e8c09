import type { ProductCosts } from '@esteira/validators/costs/costs';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
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
import { useRecordEdit } from '../../../lib/forms/edit/use-record-edit';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { conflictsOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useDraft } from '../../../lib/forms/use-draft';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { toastDetail } from '../../../lib/toasts';
import { useUnsaved } from '../../../ui/overlays/form-dialog';
import { store } from '../../../ui/stored';
import { useProductCache } from '../list/use-product-cache';
import { BLANK, LAST_SUPPLIER, type ProductTemplate } from './product-template';
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
  // What the person saw when the dialog opened, whatever arrives meanwhile.
  const [seen] = useState(product);
  const parts = useOpenedParts(seen?.id);
  const opened = seen && { ...seen, ...parts };
  const create = useCreateProduct();
  const update = useEditProduct();
  const save = seen ? update : create;
  const form = useZodForm(productCreateInput, toFormValues(seen ?? template.values));
  const draft = useDraft({ form, name: seen ? `produto ${seen.id}` : template.name, opened });
  const edit = useRecordEdit({ form, opened, draftBase: draft.base });
  const wantsNext = useRef(false);
  const submit = useSingleFlight(
    (values: ProductCreateInput) =>
      seen
        ? edit.save(values, (mudancas) => update.mutateAsync({ id: seen.id, mudancas }))
        : create.mutateAsync(values),
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
  function startOver() {
    draft.startOver();
    edit.startOver();
  }
  const { conflicts } = edit;
  const actions = { startOver, saveAndClose: saveAnd(false), saveAndNext: saveAnd(true) };
  return { form, save, draft, parts, conflicts, priceCheck, ...actions };
}

/** What of a product is read after its form was opened, and stays what the person sees in it. */
export interface OpenedParts {
  ficha?: ListingAttributes;
  custos?: ProductCosts;
}

/** The first reading of each part, which the sections that show them ask for. */
function useOpenedParts(id: string | undefined): OpenedParts {
  const input = { id: id ?? '' };
  const asRead = { enabled: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const ficha = trpc.products.listingAttributes.useQuery(input, asRead).data;
  const custos = trpc.products.costs.useQuery(input, asRead).data;
  const [parts, setParts] = useState<OpenedParts>({});
  const read = { ...(ficha && { ficha }), ...(custos && { custos }), ...parts };
  if (Object.keys(read).length > Object.keys(parts).length) setParts(read);
  return parts;
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
    onSuccess: ({ fornecedor_id }) => {
      toast.success('Produto criado!');
      store(LAST_SUPPLIER, fornecedor_id);
      return reloadFromStart();
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

export function useEditProduct() {
  const { reloadOne } = useProductCache();
  const utils = trpc.useUtils();
  return trpc.products.edit.useMutation({
    onSuccess: ({ id }) => {
      toast.success('Produto atualizado!');
      return reloadOne(id);
    },
    onError: (error, { id }) => {
      toastDetail(error, 'Erro ao salvar produto');
      // What somebody else saved is shown behind the form, and may be a supplier that is new here.
      if (conflictsOf(error).length > 0) void Promise.all([reloadOne(id), utils.suppliers.invalidate()]);
    },
  });
}
