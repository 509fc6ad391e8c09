import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { useDisconnectAccount } from './use-connection';

interface DisconnectDialogProps {
  account: MarketplaceAccount;
  onClose: () => void;
}

/** Asks before an account is disconnected, and whether its listings are paused first. */
export function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const [pausing, setPausing] = useState(true);
  const { paused, busy, disconnect } = useDisconnectAccount(account);
  return (
    <Dialog
      title={`Desconectar ${account.nome}?`}
      description={`A Esteira deixa de receber pedidos e de atualizar o estoque desta conta ${MARKETPLACE_IN[account.marketplace]}. Pedidos e anúncios ficam aqui, e conectar de novo traz a conta de volta.`}
      open
      onOpenChange={onClose}
    >
      <DialogBody className="grid gap-4">
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
        {busy && <p role="status">{paused === 0 ? 'Desconectando…' : `Anúncios pausados: ${paused}`}</p>}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="danger"
          busy={busy}
          onClick={() => disconnect(pausing).then(onClose, () => undefined)}
        >
          Desconectar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
