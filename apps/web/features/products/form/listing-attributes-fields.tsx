import { hasNoGtin } from '@esteira/domain/products/gtin';
import {
  LISTING_CONDITION_LABELS,
  LISTING_CONDITIONS,
  LISTING_TYPE_LABELS,
  LISTING_TYPES,
  MAX_SAFETY_MARGIN,
  NO_EAN_REASON_LABELS,
  NO_EAN_REASONS,
} from '@esteira/domain/products/listing';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import { useWatch } from 'react-hook-form';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { numeric } from '../../../lib/forms/form';
import { InputField, SelectField } from '../../../ui/forms/fields';
import type { ProductFormApi } from './use-product-form';

interface ListingAttributesFieldsProps {
  form: ProductFormApi;
  /** null: a new product. */
  attributes: ListingAttributes | null;
}

const HALF = 'col-span-6 sm:col-span-3';

/** Every hint says what a real publication lacks without the field, and nothing more. */
export function ListingAttributesFields({ form, attributes }: ListingAttributesFieldsProps) {
  const field = fieldsOf(form);
  const text = (name: 'ean' | 'marca' | 'modelo' | 'categoria_ml') => ({
    autoComplete: 'off',
    ...field(`ficha.${name}`, { value: attributes?.[name] ?? '' }),
  });

  return (
    <div className="grid grid-cols-6 gap-4">
      <p className="col-span-6 text-[13px] text-muted">
        Só a publicação em uma conta real usa estes dados. No modo simulado, pode deixar em branco.
      </p>
      <InputField
        label="EAN"
        hint={<EanHint form={form} />}
        className={HALF}
        inputMode="numeric"
        inputClassName="tabular"
        {...text('ean')}
      />
      <SelectField
        label="Motivo de não ter código"
        hint="Só no Mercado Livre, para produtos sem EAN. Escolha apenas o que for verdade: é uma declaração sua."
        className={HALF}
        {...field('ficha.motivo_sem_ean', { value: attributes?.motivo_sem_ean ?? '' })}
        options={[
          ['', 'Não informado'],
          ...NO_EAN_REASONS.map((value) => [value, NO_EAN_REASON_LABELS[value]] as const),
        ]}
      />
      <InputField
        label="Categoria do Mercado Livre"
        hint="Código como MLB196208. Se ficar em branco, o Mercado Livre sugere uma pelo nome; nem sempre acerta."
        className={HALF}
        placeholder="Sugerida pelo nome"
        {...text('categoria_ml')}
      />
      <InputField
        label="Marca"
        hint="Quase toda categoria do Mercado Livre recusa um anúncio sem marca."
        className={HALF}
        {...text('marca')}
      />
      <InputField
        label="Modelo"
        hint="Muitas categorias do Mercado Livre exigem o modelo."
        className={HALF}
        {...text('modelo')}
      />
      <Choices form={form} attributes={attributes} />
      <InputField
        label="Estoque de segurança"
        hint="Unidades que os marketplaces não veem, para não vender duas vezes a última."
        className={HALF}
        type="number"
        min="0"
        max={MAX_SAFETY_MARGIN}
        step="1"
        inputMode="numeric"
        inputClassName="tabular"
        {...field('ficha.margem_seguranca', {
          ...numeric,
          value: attributes?.margem_seguranca ?? 0,
        })}
      />
    </div>
  );
}

function EanHint({ form }: Pick<ListingAttributesFieldsProps, 'form'>) {
  const ean = useWatch({ control: form.control, name: 'ficha.ean' });
  if (ean?.trim() && hasNoGtin(ean)) {
    return 'Este código não identifica o produto fora da loja: será salvo sem EAN. Use o código do fabricante, se houver.';
  }
  return 'Código de barras. A Amazon encontra o produto por ele: sem EAN, não há publicação lá. Muitas categorias do Mercado Livre exigem.';
}

function Choices({ form, attributes }: ListingAttributesFieldsProps) {
  const field = fieldsOf(form);
  return (
    <>
      <SelectField
        label="Condição"
        hint="Vale nos dois marketplaces. Nem toda categoria aceita produtos que não são novos."
        className={HALF}
        {...field('ficha.condicao', { value: attributes?.condicao ?? 'novo' })}
        options={LISTING_CONDITIONS.map((value) => [value, LISTING_CONDITION_LABELS[value]])}
      />
      <SelectField
        label="Tipo de anúncio"
        hint="Só no Mercado Livre: muda a tarifa e a exposição. Vale ao publicar. Depois, altere no Mercado Livre."
        className={HALF}
        {...field('ficha.tipo_anuncio', { value: attributes?.tipo_anuncio ?? 'classico' })}
        options={LISTING_TYPES.map((value) => [value, LISTING_TYPE_LABELS[value]])}
      />
    </>
  );
}
