import { MARKETPLACE_IN, type Marketplace } from '@esteira/domain/marketplaces';
import { isEnded } from '@esteira/domain/orders/buyer-retention';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { currentPasswordInput } from '@esteira/validators/accounts/account';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { type FormEvent, useId, useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { fieldsOf } from '../../lib/forms/fields-of';
import { useZodForm } from '../../lib/forms/form';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { CurrentPasswordField } from '../../parts/proof-fields';
import { Dialog } from '../../ui/overlays/dialog';
import { DialogForm } from '../../ui/overlays/dialog-form';
import { useDisconnectAccount } from './use-connection';

interface DisconnectDialogProps {
  account: MarketplaceAccount;
  onClose: () => void;
}

/** Asks before an account is disconnected, whether its listings are paused first, and what becomes of its buyers. */
export function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const { nome, marketplace, estado } = account;
  // Of an account that does not work nothing can be paused.
  const [pausing, setPausing] = useState(estado !== 'reconectar');
  const [erasing, setErasing] = useState(false);
  const { paused, busy, refusal, disconnect } = useDisconnectAccount(account);
  const send = useSingleFlight(disconnect, (done) => done && onClose());
  const form = useZodForm(currentPasswordInput, { senha_atual: '' });
  useServerFieldErrors(form, refusal);
  const erase = form.handleSubmit((apagar) => send({ pausing, apagar }));
  const keep = (event: FormEvent) => {
    event.preventDefault();
    send({ pausing });
  };
  return (
    <Dialog
      title={`Desconectar ${nome}?`}
      description={`A Esteira deixa de receber pedidos e de atualizar o estoque desta conta ${MARKETPLACE_IN[marketplace]}. Pedidos e anúncios ficam aqui, e conectar de novo traz a conta de volta.`}
      open
      onOpenChange={onClose}
    >
      <DialogForm
        onSubmit={erasing ? erase : keep}
        error={null}
        submitLabel="Desconectar"
        destructive
        busy={busy}
        onCancel={onClose}
      >
        {estado !== 'simulada' && <Ways account={account} erasing={erasing} onChange={setErasing} />}
        {erasing && <CurrentPasswordField {...fieldsOf(form)('senha_atual')} />}
        {estado !== 'reconectar' && (
          <label className="flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={pausing}
              disabled={busy}
              onChange={(event) => setPausing(event.target.checked)}
            />
            Despublicar os anúncios desta conta
          </label>
        )}
        {busy && <p role="status">{paused === 0 ? 'Desconectando…' : `Anúncios despublicados: ${paused}`}</p>}
      </DialogForm>
    </Dialog>
  );
}

/** What becomes of buyers whose account is only disconnected, where its marketplace does not let them stay. */
const KEPT: Partial<Record<Marketplace, string>> = {
  amazon: 'Os dados de compradores da Amazon serão apagados em 30 dias se você não conectar de novo.',
};

interface WaysProps {
  account: MarketplaceAccount;
  erasing: boolean;
  onChange: (erasing: boolean) => void;
}

function Ways({ account: { id, marketplace }, erasing, onChange }: WaysProps) {
  const undelivered = useUndelivered(id);
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Dados dos compradores</legend>
      <Way
        name={name}
        label="Só desconectar"
        text={KEPT[marketplace]}
        checked={!erasing}
        onChoose={() => onChange(false)}
      />
      <Way
        name={name}
        label="Desconectar e apagar dados dos compradores"
        text={undelivered}
        checked={erasing}
        onChoose={() => onChange(true)}
      />
    </fieldset>
  );
}

interface WayProps {
  name: string;
  label: string;
  text: string | undefined;
  checked: boolean;
  onChoose: () => void;
}

function Way({ name, label, text, checked, onChoose }: WayProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-2.5">
      <input
        type="radio"
        name={name}
        aria-labelledby={id}
        aria-describedby={text && `${id}-texto`}
        className="mt-0.5 size-4 shrink-0 accent-primary"
        checked={checked}
        onChange={onChoose}
      />
      <span className="grid gap-0.5">
        <span id={id} className="font-medium">
          {label}
        </span>
        {text && (
          <span id={`${id}-texto`} className="text-[13px] text-muted">
            {text}
          </span>
        )}
      </span>
    </label>
  );
}

/** Says how many orders of an account still need the address of their buyer; undefined: none, or not known yet. */
function useUndelivered(conta_id: MarketplaceAccount['id']): string | undefined {
  const { data } = trpc.orders.counts.useQuery({ conta_id });
  if (data === undefined) return undefined;
  const open = ORDER_STATUSES.filter((status) => !isEnded(status));
  const total = open.reduce((sum, status) => sum + data.por_status[status], 0);
  if (total === 0) return undefined;
  if (total === 1) return '1 pedido ainda não foi entregue. Sem o endereço ele não pode ser enviado.';
  const isMore = open.some((status) => data.parciais.includes(status));
  return `${isMore ? 'Mais de ' : ''}${total.toLocaleString('pt-BR')} pedidos ainda não foram entregues. Sem o endereço eles não podem ser enviados.`;
}
