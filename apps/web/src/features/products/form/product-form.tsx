import { type Product, type ProductCreateInput, productCreateInput } from '@esteira/validators/product';
import type { Supplier } from '@esteira/validators/supplier';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { numeric, useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/forms/field';
import { Input, Select, Textarea } from '../../../ui/forms/input';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { ListingSheetSection } from './listing-attributes-section';
import { ProfitPreview } from './profit-preview';
import { useCreateProduct, useUpdateProduct } from './use-product-mutations';

interface ProductFormProps {
  /** Absent: a new one. */
  product?: Product | undefined;
  suppliers: Supplier[];
  onClose: () => void;
}

const price = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;

export function ProductForm({ product, suppliers, onClose }: ProductFormProps) {
  const { form, save, submit } = useProductForm(product, onClose);
  const { errors } = form.formState;
  const [cost, mlPrice, amazonPrice] = useWatch({
    control: form.control,
    name: ['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'],
  });

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={form.handleSubmit(submit)}>
      <DialogBody className="grid grid-cols-6 gap-4">
        <Field label="Nome do Produto *" error={errors.nome?.message} className="col-span-6">
          {(control) => <Input {...control} aria-required autoComplete="off" {...form.register('nome')} />}
        </Field>
        <Field
          label="Fornecedor *"
          error={errors.fornecedor_id?.message}
          className="col-span-6 sm:col-span-4"
        >
          {(control) => (
            <Select {...control} aria-required {...form.register('fornecedor_id')}>
              <option value="">Selecione um fornecedor</option>
              {suppliers.map((supplier) => (
                <option key={supplier.id} value={supplier.id}>
                  {supplier.nome}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="SKU" error={errors.sku?.message} className="col-span-6 sm:col-span-2">
          {(control) => <Input {...control} autoComplete="off" {...form.register('sku')} />}
        </Field>
        <Field
          label="Preço Fornecedor *"
          error={errors.preco_fornecedor?.message}
          className="col-span-3 sm:col-span-2"
        >
          {(control) => (
            <Input
              {...control}
              {...price}
              aria-required
              className="tabular"
              {...form.register('preco_fornecedor', numeric)}
            />
          )}
        </Field>
        <Field
          label="Preço ML *"
          error={errors.preco_venda_ml?.message}
          hint={<ProfitPreview preco_venda={mlPrice} preco_fornecedor={cost} />}
          className="col-span-3 sm:col-span-2"
        >
          {(control) => (
            <Input
              {...control}
              {...price}
              aria-required
              className="tabular"
              {...form.register('preco_venda_ml', numeric)}
            />
          )}
        </Field>
        <Field
          label="Preço Amazon"
          error={errors.preco_venda_amazon?.message}
          hint={<ProfitPreview preco_venda={amazonPrice} preco_fornecedor={cost} />}
          className="col-span-3 sm:col-span-2"
        >
          {(control) => (
            <Input
              {...control}
              {...price}
              placeholder="Opcional"
              className="tabular"
              {...form.register('preco_venda_amazon', numeric)}
            />
          )}
        </Field>
        <Field label="Estoque *" error={errors.estoque?.message} className="col-span-3 sm:col-span-2">
          {(control) => (
            <Input
              {...control}
              type="number"
              min="0"
              step="1"
              inputMode="numeric"
              aria-required
              className="tabular"
              {...form.register('estoque', numeric)}
            />
          )}
        </Field>
        <Field label="URL da Imagem" error={errors.imagem_url?.message} className="col-span-6 sm:col-span-4">
          {(control) => (
            <Input {...control} type="url" placeholder="https://" {...form.register('imagem_url')} />
          )}
        </Field>
        <Field label="Descrição" error={errors.descricao?.message} className="col-span-6">
          {(control) => <Textarea {...control} {...form.register('descricao')} />}
        </Field>
        <ListingSheetSection form={form} productId={product?.id ?? null} className="col-span-6" />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {product ? 'Atualizar' : 'Criar'}
        </Button>
      </DialogActions>
    </form>
  );
}

function useProductForm(product: Product | undefined, onClose: () => void) {
  // What the editor saw when the dialog opened, whatever arrives meanwhile (decisions §6: estoque_anterior).
  const [seen] = useState(product);
  const create = useCreateProduct();
  const update = useUpdateProduct();
  const save = seen ? update : create;
  const submit = useSingleFlight(
    (values: ProductCreateInput) =>
      seen
        ? update.mutateAsync({ ...values, id: seen.id, estoque_anterior: seen.estoque })
        : create.mutateAsync(values),
    onClose,
  );
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
  useServerFieldErrors(form, save.error);
  useFirstFocus(form, 'nome');
  return { form, save, submit };
}
