import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { countText } from '@esteira/domain/text/count-text';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { useState } from 'react';
import { When } from '../../lib/format/when';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { lazyDialog } from '../../lib/lazy-dialog';
import { useUrlDialog } from '../../lib/use-url-dialog';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Freshness } from './freshness';
import { DisconnectDialog, RefreshTokenDialog } from './lazy-dialogs';
import { useAccountActions, useAccounts, useConnect } from './use-connection';

const RenameDialog = lazyDialog(() => import('./rename-dialog'), 'RenameDialog', { title: 'Nome da conta' });

interface AccountListProps {
  marketplace: Marketplace;
  modo: IntegrationStatus['mercadolivre']['modo'];
  /** False: there is no page of consent, a token is pasted instead. */
  canAuthorize: boolean;
}

/** The seller's accounts on one marketplace, as soon as there are several, and the way to a further one. */
export function AccountList({ marketplace, modo, canAuthorize }: AccountListProps) {
  const accounts = useAccounts(marketplace);
  if (accounts === undefined) return null;
  const isConnected = accounts.some(({ estado }) => estado !== 'nao_conectada');
  const way = modo === 'simulado' ? 'revive' : canAuthorize ? 'consent' : 'token';
  return (
    <section
      aria-label={`Contas ${MARKETPLACE_NAMES[marketplace]}`}
      className="grid gap-3 border-border border-b p-4"
    >
      {accounts.length > 1 && (
        <ul className="grid gap-3">
          {accounts.map((account) => (
            <AccountItem key={account.id} account={account} way={way} />
          ))}
        </ul>
      )}
      {(way === 'revive' || isConnected) && <AddAccount marketplace={marketplace} way={way} />}
    </section>
  );
}

interface AccountProps {
  account: MarketplaceAccount;
  /** How it is connected again: at once in simulation, by the marketplace's page of consent, or by a pasted token. */
  way: 'revive' | 'consent' | 'token';
}

const STATES = {
  simulada: { label: 'Simulada', tone: 'info' },
  conectada: { label: 'Conectada', tone: 'success' },
  reconectar: { label: 'Reconectar', tone: 'warning' },
  nao_conectada: { label: 'Não conectada', tone: 'neutral' },
  desconectada: { label: 'Desconectada', tone: 'neutral' },
} as const satisfies Record<MarketplaceAccount['estado'], { label: string; tone: string }>;

function AccountItem({ account, way }: AccountProps) {
  const { nome, estado, padrao, motivo } = account;
  const { label, tone } = STATES[estado];
  return (
    <li aria-label={nome} className="grid gap-2 rounded-lg border border-border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="min-w-0 font-semibold [overflow-wrap:anywhere]">{nome}</strong>
        <Badge tone={tone}>{label}</Badge>
        {padrao && <Badge tone="neutral">Padrão</Badge>}
      </div>
      <AccountFacts account={account} />
      {estado === 'reconectar' && <p className="text-warning-text">{motivo}</p>}
      <AccountButtons account={account} way={way} />
    </li>
  );
}

function AccountFacts({ account }: { account: MarketplaceAccount }) {
  const { apelido, vendedor_final, lida_em, anuncios } = account;
  return (
    <p className="flex flex-wrap gap-x-3 text-[13px] text-muted">
      {apelido && <span className="[overflow-wrap:anywhere]">{apelido}</span>}
      {vendedor_final && <span className="tabular">id …{vendedor_final}</span>}
      <span className="tabular">{countText(anuncios, 'anúncio', 'anúncios')}</span>
      {lida_em && (
        <span>
          Última leitura <When date={lida_em} />
        </span>
      )}
      <Freshness account={account} />
    </p>
  );
}

function AccountButtons({ account, way }: AccountProps) {
  const { id, nome, estado, padrao } = account;
  const { makeDefault } = useAccountActions();
  const [open, setOpen] = useState<'rename' | 'disconnect' | null>(null);
  const close = () => setOpen(null);
  return (
    <div data-owner className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`Renomear ${nome}`} onClick={() => setOpen('rename')}>
        Renomear
      </Button>
      {!padrao && estado !== 'desconectada' && (
        <Button
          size="sm"
          busy={makeDefault.isPending}
          aria-label={`Tornar padrão: ${nome}`}
          onClick={() => makeDefault.mutate({ conta_id: id })}
        >
          Tornar padrão
        </Button>
      )}
      {estado !== 'conectada' && estado !== 'simulada' && <ReconnectButton account={account} way={way} />}
      {estado !== 'desconectada' && estado !== 'nao_conectada' && (
        <Button
          size="sm"
          variant="ghost-danger"
          aria-label={`Desconectar ${nome}`}
          onClick={() => setOpen('disconnect')}
        >
          Desconectar
        </Button>
      )}
      {open === 'rename' && <RenameDialog account={account} onClose={close} />}
      {open === 'disconnect' && <DisconnectDialog account={account} onClose={close} />}
    </div>
  );
}

function ReconnectButton({ account: { id, marketplace, nome, estado }, way }: AccountProps) {
  const { revive } = useAccountActions();
  const connect = useConnect();
  const begin = useSingleFlight(connect.mutateAsync);
  const pasting = useUrlDialog('token', 'owner');
  const verb = estado === 'nao_conectada' ? 'Conectar' : 'Reconectar';
  const ways = {
    revive: () => revive.mutate({ conta_id: id }),
    consent: () => begin({ marketplace, conta_id: id }),
    token: () => pasting.open(id),
  };
  return (
    <>
      <Button
        size="sm"
        busy={revive.isPending || connect.isPending}
        aria-label={`${verb} ${nome}`}
        onClick={ways[way]}
      >
        {verb}
      </Button>
      {pasting.value === id && <RefreshTokenDialog conta_id={id} onClose={pasting.close} />}
    </>
  );
}

function AddAccount({ marketplace, way }: Pick<AccountProps, 'way'> & { marketplace: Marketplace }) {
  const [asking, setAsking] = useState(false);
  const { add } = useAccountActions();
  const send = useSingleFlight(add.mutateAsync);
  const connect = useConnect();
  const pasting = useUrlDialog('token', 'owner');
  const ways = {
    revive: () => send({ marketplace }),
    consent: () => setAsking(true),
    token: () => pasting.open('1'),
  };
  return (
    <>
      <Button data-owner className="justify-self-start" busy={add.isPending} onClick={ways[way]}>
        {way === 'revive' ? 'Adicionar conta simulada' : 'Conectar outra conta'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Conectar outra conta?"
        subject={WARNINGS[marketplace]}
        confirmLabel="Conectar"
        onConfirm={() => connect.mutateAsync({ marketplace })}
      />
      {pasting.value === '1' && <RefreshTokenDialog onClose={pasting.close} />}
    </>
  );
}

const WARNINGS = {
  mercadolivre:
    'O Mercado Livre conecta a conta aberta neste navegador. Para outra, saia dela antes ou use uma janela anônima.',
  amazon: 'A Amazon pergunta qual conta do Seller Central será conectada.',
} as const satisfies Record<Marketplace, string>;
