import {
  CARD_BRANDS,
  detectCardBrand,
  formatCardExpiry,
  formatCardNumber,
  formatCvv,
} from '@esteira/domain/billing/card';
import { INSTALLMENT_OPTIONS, installmentValue, type Plan } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import { type CheckoutInput, checkoutInput } from '@esteira/validators/billing/checkout';
import { Lock } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Field } from '../../../ui/forms/field';
import { InputField, SelectField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { MaskedInput } from '../../../ui/forms/masked-input';
import { Panel } from '../../../ui/panel';
import type { Offer } from '../offer';
import { SimulatedNotice } from '../simulated-notice';
import type { CardSubmission } from './card-submission';

interface CardFormProps {
  plan: Plan;
  submission: CardSubmission<CheckoutInput>;
  /** What the button says. */
  label: string;
  /** Without it no instalments are offered. */
  onOffer?: (offer: Offer) => void;
  onDone: (message: string) => void;
}

/** The card form of the simulation. */
export function CardForm({ plan, submission, label, onOffer, onDone }: CardFormProps) {
  const { submit, error, isPending, failure } = submission;
  const form = useZodForm(checkoutInput, {
    plano: plan.id,
    nome_cartao: '',
    numero_cartao: '',
    validade: '',
    cvv: '',
    parcelas: 1,
  });
  const { errors } = form.formState;
  const field = fieldsOf(form);
  const number = useWatch({ control: form.control, name: 'numero_cartao' });
  const brand = detectCardBrand(number.replace(/\D/g, ''));
  const name = form.register('nome_cartao');
  const send = useSingleFlight(submit, ({ message }) => onDone(message));
  useServerFieldErrors(form, error);

  return (
    <Panel aria-label="Dados do cartão">
      <form noValidate className="grid gap-4 p-5" onSubmit={form.handleSubmit(send)}>
        <TestCardNotice />
        <InputField
          label="Nome no Cartão"
          error={errors.nome_cartao?.message}
          {...name}
          autoComplete="cc-name"
          placeholder="COMO ESTÁ NO CARTÃO"
          onChange={(event) => {
            upperCaseInPlace(event);
            return name.onChange(event);
          }}
        />
        <Field label="Número do Cartão" error={errors.numero_cartao?.message}>
          {(control) => (
            <span className="relative block">
              <MaskedInput
                {...control}
                {...form.register('numero_cartao')}
                format={formatCardNumber}
                autoComplete="cc-number"
                placeholder="0000 0000 0000 0000"
                maxLength={19}
                className="tabular pr-16"
              />
              {brand && (
                <span className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 font-medium text-[13px] text-muted">
                  {CARD_BRANDS[brand].nome}
                </span>
              )}
            </span>
          )}
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="Validade" error={errors.validade?.message}>
            {(control) => (
              <MaskedInput
                {...control}
                {...form.register('validade')}
                format={formatCardExpiry}
                autoComplete="cc-exp"
                placeholder="MM/AA"
                maxLength={5}
                className="tabular"
              />
            )}
          </Field>
          <Field label="CVV" error={errors.cvv?.message}>
            {(control) => (
              <MaskedInput
                {...control}
                {...form.register('cvv')}
                format={formatCvv}
                type="password"
                autoComplete="cc-csc"
                placeholder="123"
                maxLength={4}
                className="tabular"
              />
            )}
          </Field>
        </div>
        {onOffer && (
          <SelectField
            label="Parcelas"
            {...field('parcelas', {
              valueAsNumber: true,
              onChange: (event: ChangeEvent<HTMLSelectElement>) =>
                onOffer({ parcelas: Number(event.target.value), total: plan.preco }),
            })}
            options={INSTALLMENT_OPTIONS.map(
              (count) =>
                [
                  count,
                  `${count}x de ${formatMoney(installmentValue(plan.preco, count))} sem juros`,
                ] as const,
            )}
          />
        )}
        <Button type="submit" variant="primary" size="lg" busy={isPending} className="mt-1 w-full">
          {!isPending && <Lock aria-hidden />}
          {isPending ? 'Processando...' : label}
        </Button>
        <FormError text={formErrorOf(error, failure)} />
      </form>
    </Panel>
  );
}

function upperCaseInPlace({ target }: ChangeEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = target;
  target.value = target.value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionEnd);
}

/** Says that no money moves, and which card the simulated gateway approves (docs/product-rules/plans.md#simulated-cards). */
function TestCardNotice() {
  const { data } = trpc.checkout.gateway.useQuery();
  if (data?.modo !== 'simulado') return null;
  return (
    <SimulatedNotice>
      {data.cartao_teste && (
        <p className="flex flex-wrap items-center gap-x-1.5">
          Cartão de teste:
          <span className="tabular font-medium">{formatCardNumber(data.cartao_teste)}</span>
          <CopyButton text={data.cartao_teste} label="Copiar cartão de teste" />
        </p>
      )}
    </SimulatedNotice>
  );
}
