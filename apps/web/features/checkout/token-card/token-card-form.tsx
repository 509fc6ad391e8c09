import { CARD_BRANDS, MERCADO_PAGO_BRANDS } from '@esteira/domain/billing/card';
import type { Plan } from '@esteira/domain/billing/plans';
import { formatCpf } from '@esteira/domain/documents/cpf';
import { formatMoney } from '@esteira/domain/money';
import {
  type CardPayment,
  checkoutInput,
  type TokenCheckoutInput,
  tokenCheckoutInput,
} from '@esteira/validators/billing/checkout';
import { Lock, QrCode } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useId, useState } from 'react';
import { z } from 'zod';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/forms/field';
import { InputField, SelectField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { MaskedInput } from '../../../ui/forms/masked-input';
import { Panel } from '../../../ui/panel';
import type { CardResult, CardSubmission } from '../card/card-submission';
import { useOwnDocument } from '../card/own-document';
import type { Offer } from '../offer';
import { type CardMethod, toOnePayment } from './card-method';
import { CardProgress } from './card-progress';
import { CONTAINERS, useCardFields } from './use-card-fields';

const holderInput = z.object({
  nome_cartao: checkoutInput.shape.nome_cartao,
  cpf: tokenCheckoutInput.shape.cpf,
});
type Holder = z.output<typeof holderInput>;

interface TokenCardFormProps {
  plan: Plan;
  publicKey: string;
  submission: CardSubmission<TokenCheckoutInput>;
  /** What the button says; with the price to pay unless told. */
  label?: string;
  /** Without it no instalments are offered. */
  onOffer?: (offer: Offer) => void;
  onDone: (message: string) => void;
  /** To Pix, where it can stand in for the card. */
  onPix?: () => void;
}

/** The card form where payments are real: number, expiry and CVV are typed into Mercado Pago's own frames. */
export function TokenCardForm({ plan, publicKey, submission, label, ...props }: TokenCardFormProps) {
  const { onOffer, onDone, onPix } = props;
  const fields = useCardFields(publicKey, plan.preco);
  const { submit, error, isPending, failure } = submission;
  const [cardError, setCardError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const form = useZodForm(holderInput, { nome_cartao: '', cpf: '' });
  useServerFieldErrors(form, error);
  const { offers, offer, choose } = useOffers(fields.method, plan.preco, onOffer);
  const [begun, setBegun] = useState<CardPayment | null>(null);
  const send = useSingleFlight(payWithCard, ({ message, em_andamento = null }: CardResult) =>
    em_andamento === null ? onDone(message) : setBegun(em_andamento),
  );
  const { errors } = form.formState;
  const field = fieldsOf(form);
  const busy = isPending || isReading;

  async function payWithCard({ nome_cartao, cpf }: Holder) {
    const { method } = fields;
    setCardError(null);
    if (method === null) return refuse('Confira o número do cartão.');
    setReading(true);
    const token = await fields
      .createToken({ nome: nome_cartao, cpf })
      .catch(() => refuse('Confira os dados do cartão.'))
      .finally(() => setReading(false));
    const { bandeira, tipo } = method;
    return submit({ plano: plan.id, ...token, bandeira, tipo, cpf, parcelas: offer.parcelas });
  }

  function refuse(reason: string): never {
    setCardError(reason);
    throw new Error('the card was not read');
  }

  function refuseBegun(reason: string) {
    setBegun(null);
    setCardError(reason);
  }

  return (
    <>
      {begun !== null && <CardProgress begun={begun} onPaid={onDone} onRefused={refuseBegun} />}
      {/* Hidden, because Mercado Pago's frames are lost with their containers. */}
      <Panel aria-label="Dados do cartão" hidden={begun !== null}>
        {fields.status === 'failed' && <ScriptFailed onRetry={fields.retry} onPix={onPix} />}
        <form
          noValidate
          hidden={fields.status === 'failed'}
          className="grid gap-4 p-5"
          onSubmit={form.handleSubmit(send)}
        >
          <InputField
            label="Nome no Cartão"
            {...field('nome_cartao')}
            autoComplete="cc-name"
            placeholder="Como está no cartão"
          />
          <Field label="CPF do titular" error={errors.cpf?.message}>
            {(control) => (
              <MaskedInput
                {...control}
                {...form.register('cpf')}
                format={formatCpf}
                placeholder="000.000.000-00"
                maxLength={14}
                className="tabular"
              />
            )}
          </Field>
          <SecureField
            label={
              fields.method ? `Número do Cartão (${brandOf(fields.method.bandeira)})` : 'Número do Cartão'
            }
            containerId={CONTAINERS.cardNumber}
          />
          <div className="grid grid-cols-2 gap-4">
            <SecureField label="Validade" containerId={CONTAINERS.expirationDate} />
            <SecureField label="CVV" containerId={CONTAINERS.securityCode} />
          </div>
          {onOffer && (
            <SelectField
              label="Parcelas"
              value={offer.parcelas}
              onChange={(event) => choose(Number(event.target.value))}
              options={offers.map((each) => [each.parcelas, each.label])}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy || fields.status === 'loading'}
            className="mt-1 w-full"
          >
            {!busy && <Lock aria-hidden />}
            {busy ? 'Processando...' : (label ?? `Pagar ${formatMoney(offer.total)}`)}
          </Button>
          <FormError text={cardError ?? formErrorOf(error, failure)} />
          <p className="text-[13px] text-muted">
            Pagamento processado pelo Mercado Pago. Os dados do cartão não passam pela Esteira.
          </p>
        </form>
      </Panel>
    </>
  );
}

const brandOf = (bandeira: keyof typeof MERCADO_PAGO_BRANDS) =>
  CARD_BRANDS[MERCADO_PAGO_BRANDS[bandeira]].nome;

interface SecureFieldProps {
  label: string;
  /** Where Mercado Pago puts its frame. */
  containerId: string;
}

/** The frame of a field that only Mercado Pago reads, with our label and look around it. */
function SecureField({ label, containerId }: SecureFieldProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second border and groups nothing here.
    <div className="grid content-start gap-1.5" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="font-medium text-[13px]">
        {label}
      </span>
      <div
        id={containerId}
        className="h-9 w-full overflow-hidden rounded-lg border border-field bg-surface px-3 text-foreground focus-within:border-ring"
      />
    </div>
  );
}

/**
 * The instalments that the card may be paid in, and the chosen ones: at once where another card, typed later, does not
 * offer as many. `onOffer` hears of the choice whenever it changes.
 */
function useOffers(method: CardMethod | null, preco: number, onOffer?: (offer: Offer) => void) {
  const [chosen, choose] = useState(1);
  const offers = method?.offers ?? [toOnePayment(preco)];
  const offer = offers.find(({ parcelas }) => parcelas === chosen) ?? offers[0] ?? toOnePayment(preco);
  const { parcelas, total } = offer;
  const tell = useEffectEvent((told: Offer) => onOffer?.(told));
  useEffect(() => tell({ parcelas, total }), [parcelas, total]);
  return { offers, offer, choose };
}

interface ScriptFailedProps {
  onRetry: () => void;
  /** Where Pix can stand in for the card: it needs nothing from outside. */
  onPix?: (() => void) | undefined;
}

/** What stands in place of the form when Mercado Pago's script was blocked or did not come. */
function ScriptFailed({ onRetry, onPix }: ScriptFailedProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p className="font-medium">O formulário do cartão não abriu.</p>
      <p className="text-muted">
        Um bloqueador de anúncios ou a sua rede pode ter impedido o Mercado Pago de carregar. Desative o
        bloqueador nesta página e tente novamente{onPix ? ', ou pague com Pix' : ''}.
      </p>
      <div className="flex flex-wrap gap-2">
        {onPix && (
          <Button variant="primary" onClick={onPix}>
            <QrCode aria-hidden />
            Pagar com Pix
          </Button>
        )}
        <Button onClick={onRetry}>Tentar novamente</Button>
      </div>
    </div>
  );
}

/** The real card form, once the document may load it. */
export function TokenCard(props: ComponentProps<typeof TokenCardForm>) {
  return useOwnDocument() ? <TokenCardForm {...props} /> : null;
}
