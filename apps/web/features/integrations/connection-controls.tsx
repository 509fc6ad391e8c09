import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACE_IN, MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { KeyRound, Link2, TriangleAlert, Unlink } from 'lucide-react';
import { useState } from 'react';
import { When } from '../../lib/format/when';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useUrlDialog } from '../../lib/use-url-dialog';
import { Button } from '../../ui/button';
import { Freshness } from './freshness';
import { DisconnectDialog, RefreshTokenDialog } from './lazy-dialogs';
import { useConnect } from './use-connection';

type Connection = NonNullable<IntegrationStatus['amazon']['conexao']>;

interface ConnectionControlsProps {
  marketplace: Marketplace;
  conexao: Connection | null;
  /** Undefined while it is being read. */
  account: MarketplaceAccount | undefined;
  /** False: there is no page of consent, a token is pasted instead. */
  canAuthorize: boolean;
  /** Whether a token may be pasted at all. */
  canPaste: boolean;
}

/** The seller's own account on a real marketplace: how it stands, and what can be done about it. */
export function ConnectionControls(props: ConnectionControlsProps) {
  const { marketplace, conexao, account } = props;
  return (
    <div className="grid gap-3 border-border border-b p-4">
      <ConnectionText marketplace={marketplace} conexao={conexao} />
      {account && <Freshness account={account} />}
      <div className="flex flex-wrap gap-2">
        {conexao?.status !== 'conectado' && <ConnectButtons {...props} />}
        {conexao && account && <DisconnectButton account={{ ...account, nome: conexao.conta_nome }} />}
      </div>
    </div>
  );
}

function ConnectionText({ marketplace, conexao }: Pick<ConnectionControlsProps, 'marketplace' | 'conexao'>) {
  const where = MARKETPLACE_IN[marketplace];
  if (!conexao) {
    return (
      <p className="text-muted">
        Autorize a Esteira a usar a sua conta de vendedor {where}: só então ela publica, vende e mantém o
        estoque.
      </p>
    );
  }
  if (conexao.status === 'conectado') {
    return (
      <p className="[overflow-wrap:anywhere]">
        Conta <strong className="font-semibold">{conexao.conta_nome}</strong> conectada{' '}
        <When date={conexao.conectado_em} inSentence />.
      </p>
    );
  }
  return (
    <div className="flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">A conta {conexao.conta_nome} precisa ser reconectada.</strong>{' '}
        {conexao.motivo} O que estava na fila espera e continua depois.
      </p>
    </div>
  );
}

function ConnectButtons({ marketplace, conexao, canAuthorize, canPaste }: ConnectionControlsProps) {
  const connect = useConnect();
  const begin = useSingleFlight(connect.mutateAsync);
  const pasting = useUrlDialog('token', 'owner');
  const verb = conexao ? 'Reconectar' : 'Conectar';
  return (
    <>
      {canAuthorize && (
        <Button
          data-owner
          variant="primary"
          busy={connect.isPending}
          aria-label={`${verb} ${MARKETPLACE_NAMES[marketplace]}`}
          onClick={() =>
            begin({ marketplace, ...(conexao && { conta_id: `${marketplace}-${FIRST_ACCOUNT}` }) })
          }
        >
          <Link2 aria-hidden />
          {verb}
        </Button>
      )}
      {canPaste && (
        <Button data-owner variant={canAuthorize ? 'secondary' : 'primary'} onClick={() => pasting.open('1')}>
          <KeyRound aria-hidden />
          Colar refresh token
        </Button>
      )}
      {canPaste && pasting.value && <RefreshTokenDialog onClose={pasting.close} />}
    </>
  );
}

function DisconnectButton({ account }: { account: MarketplaceAccount }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        data-owner
        variant="ghost-danger"
        aria-label={`Desconectar ${MARKETPLACE_NAMES[account.marketplace]}`}
        onClick={() => setAsking(true)}
      >
        <Unlink aria-hidden />
        Desconectar
      </Button>
      {asking && <DisconnectDialog account={account} onClose={() => setAsking(false)} />}
    </>
  );
}
