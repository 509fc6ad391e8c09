import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import type { Product } from '@esteira/validators/products/product';
import { useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastDetail } from '../../../lib/toasts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { useProductCache } from '../list/use-product-cache';
import type { Channel } from './channels';
import { useAskAtLoss } from './use-ask-at-loss';

interface ChannelAccountsProps {
  product: Product;
  channel: Channel;
  /** The seller's accounts on the marketplace. */
  accounts: readonly MarketplaceAccount[];
}

/** In which of several accounts the product is for sale, and the way into others. */
export function ChannelAccounts({ product, channel, accounts }: ChannelAccountsProps) {
  const [open, setOpen] = useState(false);
  const { data } = trpc.publication.accounts.useQuery({ id: product.id });
  const selling = accounts.filter(({ id }) =>
    data?.itens.some(({ conta_id, status }) => conta_id === id && status === 'publicado'),
  );
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {selling.map(({ id, nome }) => (
        <Badge key={id} tone="success" className="whitespace-normal [overflow-wrap:anywhere]">
          {nome}
        </Badge>
      ))}
      <Button
        data-changes
        size="sm"
        aria-label={`Publicar ${product.nome} em contas ${MARKETPLACE_NAMES[channel.marketplace]}`}
        onClick={() => setOpen(true)}
      >
        Publicar em…
      </Button>
      {open && (
        <PublishDialog
          product={product}
          channel={channel}
          accounts={accounts}
          selling={selling.map(({ id }) => id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface PublishDialogProps {
  product: Product;
  channel: Channel;
  accounts: readonly MarketplaceAccount[];
  /** Codes of the accounts that have it for sale. */
  selling: readonly string[];
  onClose: () => void;
}

function PublishDialog({ product, channel, accounts, selling, onClose }: PublishDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { busy, publish } = usePublishIn(product);
  const { ask, question } = useAskAtLoss(product, channel);
  const toggle = (id: string, ticked: boolean) =>
    setChosen((before) => (ticked ? [...before, id] : before.filter((each) => each !== id)));
  return (
    <Dialog open onOpenChange={onClose} title="Publicar em…" description={product.nome}>
      <DialogBody className="grid gap-2">
        {accounts.map(({ id, nome, estado }) => (
          <label key={id} className="flex min-h-9 cursor-pointer items-center gap-2 [overflow-wrap:anywhere]">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={selling.includes(id) || chosen.includes(id)}
              disabled={busy || selling.includes(id) || estado === 'desconectada'}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            {estado === 'desconectada' ? `${nome} (desconectada)` : nome}
          </label>
        ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={chosen.length === 0}
          onClick={() =>
            ask(() => void publish(accounts.filter(({ id }) => chosen.includes(id))).then(onClose))
          }
        >
          Publicar
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}

/** Publishes in one account after another; what one refuses is told, and the others go on. */
function usePublishIn({ id }: Product) {
  const utils = trpc.useUtils();
  const { reloadOne } = useProductCache();
  const [busy, setBusy] = useState(false);
  const { mutateAsync } = trpc.publication.publish.useMutation();
  async function publish(accounts: readonly MarketplaceAccount[]): Promise<void> {
    setBusy(true);
    for (const { id: conta_id, marketplace, nome } of accounts) {
      await mutateAsync({ id, marketplace, conta_id }).then(
        ({ message }) => toast.success(`${nome}: ${message}`),
        (error) => toastDetail(error, `Erro ao publicar em ${nome}`),
      );
    }
    setBusy(false);
    await Promise.all([utils.publication.invalidate(), reloadOne(id)]);
  }
  return { busy, publish };
}
