import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import type { Product } from '@esteira/validators/products/product';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, useRef } from 'react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { Button } from '../../../ui/button';
import { CHANNELS, type Channel } from '../channels/channels';
import { useQueuedPublication } from '../channels/real-channel';
import { useAskAtLoss } from '../channels/use-ask-at-loss';
import { usePublish, useUnpublish } from '../channels/use-publication';

export interface RowMenuProps {
  product: Product;
  tabIndex: number;
  /** Which marketplaces are real. */
  modes: IntegrationStatus | undefined;
  onRemove: (product: Product) => void;
}

const [ML, AMAZON] = CHANNELS as [Channel, Channel];

/** Open from the first. */
export function RowMenu({ product, tabIndex, modes, onRemove }: RowMenuProps) {
  const picked = useRef<(() => void) | null>(null);
  const onMl = useChannelAct(product, ML, modes);
  const onAmazon = useChannelAct(product, AMAZON, modes);
  const history = useUrlDialog('historico');
  const copy = useUrlDialog('novo', 'changes');
  const acts = [
    ...[onMl, onAmazon].flatMap(({ act }) => act ?? []),
    { label: 'Histórico de estoque', run: () => history.open(product.id) },
    { label: 'Duplicar', run: () => copy.open(product.id) },
    { label: 'Deletar', run: () => onRemove(product) },
  ];

  // Not before the menu gives the focus back: the dialog that opens then returns it to the menu's button.
  function runPicked() {
    picked.current?.();
    picked.current = null;
  }

  return (
    <>
      <DropdownMenu.Root modal={false} defaultOpen>
        {/* Arrows lead on in the table. */}
        <DropdownMenu.Trigger asChild onKeyDown={preventArrows}>
          <Button
            data-target
            size="icon"
            variant="ghost"
            tabIndex={tabIndex}
            aria-label={`Mais ações para ${product.nome}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        {/* Rows are painted one over the other. */}
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            collisionPadding={16}
            onCloseAutoFocus={runPicked}
            onKeyDown={(event) => event.stopPropagation()}
            className="z-40 grid min-w-48 rounded-lg border border-border bg-surface p-1 text-sm shadow-lg"
          >
            {acts.map(({ label, run }) => (
              <DropdownMenu.Item
                key={label}
                onSelect={() => {
                  picked.current = run;
                }}
                className="cursor-pointer rounded-md px-3 py-2 font-medium outline-none data-highlighted:bg-sunken"
              >
                {label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {onMl.question}
      {onAmazon.question}
    </>
  );
}

function preventArrows(event: KeyboardEvent) {
  if (event.key.startsWith('Arrow')) event.preventDefault();
}

/** Puts the product on sale there or takes it off; nothing where it has no price. */
function useChannelAct(product: Product, channel: Channel, modes: IntegrationStatus | undefined) {
  const simulated = { publish: usePublish(channel), unpublish: useUnpublish(channel) };
  const queued = useQueuedPublication();
  const { publish, unpublish } = modes?.[channel.marketplace].modo === 'real' ? queued : simulated;
  const send = {
    publish: useSingleFlight(publish.mutateAsync),
    unpublish: useSingleFlight(unpublish.mutateAsync),
  };
  const { ask, question } = useAskAtLoss(product, channel);
  const target = { id: product.id, marketplace: channel.marketplace };
  if (channel.priceOf(product) === null) return { act: null, question };
  const act = channel.isPublished(product)
    ? { label: channel.unpublishLabel, run: () => send.unpublish(target) }
    : { label: channel.publishLabel, run: () => ask(() => send.publish(target)) };
  return { act, question };
}
