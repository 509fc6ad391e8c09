import { hasNoGtin } from '@esteira/domain/products/gtin';
import {
  LISTING_CONDITION_LABELS,
  LISTING_CONDITIONS,
  LISTING_TYPE_LABELS,
  LISTING_TYPES,
  MAX_SAFETY_MARGIN,
} from '@esteira/domain/products/listing';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import { useWatch } from 'react-hook-form';
import { numeric } from '../../../lib/forms/form';
import { Field } from '../../../ui/forms/field';
import { Input, Select } from '../../../ui/forms/input';
import type { ProductFormApi } from './use-product-form';

interface ListingAttributesFieldsProps {
  form: ProductFormApi;
  /** null: a new product. */
  attributes: ListingAttributes | null;
}

const HALF = 'col-span-6 sm:col-span-3';

/** Every hint says what a real publication lacks without the field, and nothing more. */
export function ListingAttributesFields({ form, attributes }: ListingAttributesFieldsProps) {
  const errors = form.formState.errors.ficha;
  const text = (name: 'ean' | 'marca' | 'modelo' | 'categoria_ml') => ({
    autoComplete: 'off',
    ...form.register(`ficha.${name}`, { value: attributes?.[name] ?? '' }),
  });

  return (
    <div className="grid grid-cols-6 gap-4">
      <p className="col-span-6 text-[13px] text-muted">
        Só a publicação em uma conta real usa estes dados. No modo simulado, pode deixar em branco.
      </p>
      <Field label="EAN" error={errors?.ean?.message} hint={<EanHint form={form} />} className={HALF}>
        {(control) => <Input {...control} inputMode="numeric" className="tabular" {...text('ean')} />}
      </Field>
      <Field
        label="Categoria do Mercado Livre"
        error={errors?.categoria_ml?.message}
        hint="Código como MLB196208. Se ficar em branco, o Mercado Livre sugere uma pelo nome; nem sempre acerta."
        className={HALF}
      >
        {(control) => <Input {...control} placeholder="Sugerida pelo nome" {...text('categoria_ml')} />}
      </Field>
      <Field
        label="Marca"
        error={errors?.marca?.message}
        hint="Quase toda categoria do Mercado Livre recusa um anúncio sem marca."
        className={HALF}
      >
        {(control) => <Input {...control} {...text('marca')} />}
      </Field>
      <Field
        label="Modelo"
        error={errors?.modelo?.message}
        hint="Muitas categorias do Mercado Livre exigem o modelo."
        className={HALF}
      >
        {(control) => <Input {...control} {...text('modelo')} />}
      </Field>
      <Choices form={form} attributes={attributes} />
      <Field
        label="Estoque de segurança"
        error={errors?.margem_seguranca?.message}
        hint="Unidades que os marketplaces não veem, para não vender duas vezes a última."
        className={HALF}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min="0"
            max={MAX_SAFETY_MARGIN}
            step="1"
            inputMode="numeric"
            className="tabular"
            {...form.register('ficha.margem_seguranca', {
              ...numeric,
              value: attributes?.margem_seguranca ?? 0,
            })}
          />
        )}
      </Field>
    </div>
  );
}

function EanHint({ form }: Pick<ListingAttributesFieldsProps, 'form'>) {
  const ean = useWatch({ control: form.control, name: 'ficha.ean' });
  if (ean?.trim() && hasNoGtin(ean)) {
    return 'Este código não identifica o produto fora da loja: será salvo sem EAN. Use o código do fabricante, se houver.';
  }
  return 'Código de barras. A Amazon encontra o produto por ele: sem EAN, não há publicação lá. O Mercado Livre o exige em muitas categorias.';
}

function Choices({ form, attributes }: ListingAttributesFieldsProps) {
  const errors = form.formState.errors.ficha;
  return (
    <>
      <Field
        label="Condição"
        error={errors?.condicao?.message}
        hint="Vale nos dois marketplaces. Nem toda categoria aceita produtos que não são novos."
        className={HALF}
      >
        {(control) => (
          <Select
            {...control}
            {...form.register('ficha.condicao', { value: attributes?.condicao ?? 'novo' })}
          >
            {LISTING_CONDITIONS.map((value) => (
              <option key={value} value={value}>
                {LISTING_CONDITION_LABELS[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Tipo de anúncio"
        error={errors?.tipo_anuncio?.message}
        hint="Só no Mercado Livre: muda a tarifa e a exposição. Vale ao publicar. Depois, altere no Mercado Livre."
        className={HALF}
      >
        {(control) => (
          <Select
            {...control}
            {...form.register('ficha.tipo_anuncio', { value: attributes?.tipo_anuncio ?? 'classico' })}
          >
            {LISTING_TYPES.map((value) => (
              <option key={value} value={value}>
                {LISTING_TYPE_LABELS[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
