import { formatMoney, isMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit/gross-profit';
import type { Product } from '@esteira/validators/products/product';
import type { Supplier } from '@esteira/validators/products/supplier';
import { CopyPlus, History } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { formatPercent } from '../../../lib/format/figures';
import { ConflictPanel } from '../../../lib/forms/edit/conflict-panel';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { numeric } from '../../../lib/forms/form';
import { MoneyField } from '../../../lib/forms/money-field';
import { ConfirmDialog } from '../../../lib/lazy-dialog';
import { lazyOffer } from '../../../lib/lazy-part';
import { Button } from '../../../ui/button';
import { InputField, SelectField, TextareaField } from '../../../ui/forms/fields';
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
  const field = fieldsOf(form);

  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={saveAndClose}>
      <DialogBody className="grid grid-cols-6 gap-4">
        {draft.restored && <RestoredNote onStartOver={startOver} />}
        <ConflictPanel {...conflicts} texts={conflictTexts(suppliers)} />
        <InputField
          label="Nome do Produto *"
          className="col-span-6"
          aria-required
          autoComplete="off"
          {...field('nome')}
        />
        <SelectField
          label="Fornecedor *"
          className="col-span-6 sm:col-span-4"
          aria-required
          {...field('fornecedor_id')}
          options={suppliers.map((supplier) => [supplier.id, supplier.nome])}
        >
          <option value="">Selecione um fornecedor</option>
        </SelectField>
        <InputField label="SKU" className="col-span-6 sm:col-span-2" autoComplete="off" {...field('sku')} />
        <PriceFields form={form} />
        <NetSection
          form={form}
          productId={product?.id ?? null}
          opened={parts}
          initiallyOpen={draft.holds('custos')}
        />

        <InputField
          label="Estoque *"
          className="col-span-3 sm:col-span-2"
          type="number"
          min="0"
          step="1"
          inputMode="numeric"
          aria-required
          inputClassName="tabular"
          {...field('estoque', numeric)}
        />
        <InputField
          label="URL da Imagem"
          className="col-span-6 sm:col-span-4"
          type="url"
          placeholder="https://"
          {...field('imagem_url')}
        />
        <TextareaField label="Descrição" className="col-span-6" {...field('descricao')} />
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

const THIRD = 'col-span-3 sm:col-span-2';

function PriceFields({ form }: { form: ProductFormApi }) {
  const [cost, mlPrice, amazonPrice] = useWatch({
    control: form.control,
    name: ['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'],
  });
  return (
    <>
      <MoneyField
        form={form}
        name="preco_fornecedor"
        label="Preço Fornecedor *"
        aria-required
        className={THIRD}
      />
      <MoneyField
        form={form}
        name="preco_venda_ml"
        label="Preço ML *"
        aria-required
        className={THIRD}
        hint={<ProfitPreview preco_venda={mlPrice} preco_fornecedor={cost} />}
      />
      <MoneyField
        form={form}
        name="preco_venda_amazon"
        label="Preço Amazon"
        placeholder="Opcional"
        className={THIRD}
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
