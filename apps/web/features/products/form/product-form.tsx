import { formatMoney, isMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit';
import type { Product } from '@esteira/validators/products/product';
import type { Supplier } from '@esteira/validators/products/supplier';
import { CopyPlus, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { formatPercent } from '../../../lib/format/figures';
import { ConflictPanel } from '../../../lib/forms/edit/conflict-panel';
import { numeric } from '../../../lib/forms/form';
import { lazyOffer, lazyPart } from '../../../lib/lazy-named';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/forms/field';
import { Input, Select, Textarea } from '../../../ui/forms/input';
import { MoneyInput, moneyProblem } from '../../../ui/forms/money-input';
import { RestoredNote } from '../../../ui/forms/restored-note';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { conflictTexts } from './conflict-texts';
import { ListingAttributesSection } from './listing-attributes-section';
import type { ProductTemplate } from './product-template';
import type { usePriceCheck } from './use-price-check';
import { type ProductFormApi, useProductForm } from './use-product-form';

// It brings the tables of fees with it.
const NetSection = lazyOffer(
  () => import('../net/net-section'),
  'NetSection',
  <div className="col-span-6 h-24" />,
);
// Most prices raise no question.
const ConfirmDialog = lazyPart(() => import('../../../ui/overlays/confirm-dialog'), 'ConfirmDialog');

interface ProductFormProps {
  /** Absent: a new one. */
  product?: Product | undefined;
  /** What a new one starts with. */
  template?: ProductTemplate | undefined;
  suppliers: Supplier[];
  onClose: () => void;
  onNext: (saved: Product) => void;
  onDuplicate: (id: string) => void;
  onShowHistory: (id: string) => void;
}

export function ProductForm({ suppliers, onDuplicate, onShowHistory, ...props }: ProductFormProps) {
  const { product, onClose } = props;
  const { form, save, priceCheck, draft, parts, conflicts, ...actions } = useProductForm(props);
  const { startOver, saveAndClose, saveAndNext } = actions;
  const { errors } = form.formState;

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={saveAndClose}>
      <DialogBody className="grid grid-cols-6 gap-4">
        {draft.restored && <RestoredNote onStartOver={startOver} />}
        <ConflictPanel {...conflicts} texts={conflictTexts(suppliers)} />
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
        <PriceFields form={form} />
        <NetSection
          form={form}
          productId={product?.id ?? null}
          opened={parts}
          initiallyOpen={draft.holds('custos')}
        />

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
        <ListingAttributesSection
          form={form}
          productId={product?.id ?? null}
          opened={parts.ficha}
          initiallyOpen={draft.holds('ficha')}
          className="col-span-6"
        />
      </DialogBody>
      <DialogActions>
        {product && (
          <div className="mr-auto flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => onDuplicate(product.id)}>
              <CopyPlus aria-hidden />
              Duplicar
            </Button>
            <Button variant="ghost" onClick={() => onShowHistory(product.id)}>
              <History aria-hidden />
              Histórico de estoque
            </Button>
          </div>
        )}
        <Button
          onClick={() => {
            draft.forget();
            onClose();
          }}
        >
          Cancelar
        </Button>
        {!product && (
          <Button onClick={saveAndNext} disabled={save.isPending}>
            Salvar e criar outro
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending}>
          {product ? 'Atualizar' : 'Criar'}
        </Button>
      </DialogActions>
      {priceCheck.question && <PriceQuestion {...priceCheck} />}
    </form>
  );
}

function PriceFields({ form }: { form: ProductFormApi }) {
  const [cost, mlPrice, amazonPrice] = useWatch({
    control: form.control,
    name: ['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'],
  });
  return (
    <>
      <MoneyField form={form} name="preco_fornecedor" label="Preço Fornecedor *" />
      <MoneyField
        form={form}
        name="preco_venda_ml"
        label="Preço ML *"
        hint={<ProfitPreview preco_venda={mlPrice} preco_fornecedor={cost} />}
      />
      <MoneyField
        form={form}
        name="preco_venda_amazon"
        label="Preço Amazon"
        placeholder="Opcional"
        hint={<ProfitPreview preco_venda={amazonPrice} preco_fornecedor={cost} />}
      />
    </>
  );
}

function PriceQuestion({ question, confirm, dismiss }: ReturnType<typeof usePriceCheck>) {
  return (
    <ConfirmDialog
      open
      onOpenChange={dismiss}
      question="O preço passa de dez vezes o custo. Está certo?"
      subject={question ?? undefined}
      confirmLabel="Salvar assim mesmo"
      onConfirm={confirm}
    />
  );
}

interface MoneyFieldProps {
  form: ProductFormApi;
  name: 'preco_fornecedor' | 'preco_venda_ml' | 'preco_venda_amazon';
  label: string;
  hint?: ReactNode;
  placeholder?: string;
}

/** A price of the product form. The schema validates the amount; text that is no amount gets the parser's reason. */
function MoneyField({ form, name, label, hint, placeholder }: MoneyFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const error = fieldState.error && (moneyProblem(field.value) ?? fieldState.error.message);
  return (
    <Field label={label} error={error} hint={hint} className="col-span-3 sm:col-span-2">
      {(control) => (
        <MoneyInput
          {...control}
          {...field}
          aria-required={label.endsWith('*') || undefined}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

interface ProfitPreviewProps {
  preco_venda: unknown;
  preco_fornecedor: unknown;
}

/** Profit and margin while the prices are being typed; silent until both can be read. */
function ProfitPreview({ preco_venda, preco_fornecedor }: ProfitPreviewProps) {
  if (!isPrice(preco_venda) || !isPrice(preco_fornecedor)) return <>Lucro: —</>;
  const prices = { preco_venda, preco_fornecedor };
  const profit = profitOf(prices);
  const margin = marginOf(prices);
  return (
    <span className={profit < 0 ? 'tabular text-danger-text' : 'tabular text-success-text'}>
      Lucro: {formatMoney(profit)}
      {margin !== null && ` (${formatPercent(margin)})`}
    </span>
  );
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && isMoney(value);
}
