import type { Marketplace } from '@esteira/domain/marketplaces';
import type {
  AccountPauseRun,
  MarketplaceAccount,
  MarketplaceAccounts,
} from '@esteira/validators/marketplaces/accounts';
import type { DisconnectInput, IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { fieldProblemsOf } from '../../lib/forms/problem';
import { toastDetail, toastFailure } from '../../lib/toasts';

const REFRESH_MS = 10_000;

/** The seller's accounts on one marketplace; undefined while they are being read. How far behind they are moves on. */
export function useAccounts(marketplace: Marketplace) {
  const { data } = trpc.integrations.accounts.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.itens.some(({ estado }) => estado === 'conectada') ? REFRESH_MS : false,
  });
  return data?.itens.filter((account) => account.marketplace === marketplace);
}

/** What is done to accounts besides connecting; each answers all of them. */
export function useAccountActions() {
  const utils = trpc.useUtils();
  const options = (done: string, failed: string) => ({
    onSuccess: (accounts: MarketplaceAccounts) => {
      utils.integrations.accounts.setData(undefined, accounts);
      toast.success(done);
    },
    onError: (error: unknown) => toastDetail(error, failed),
  });
  return {
    add: trpc.integrations.addAccount.useMutation(options('Conta adicionada!', 'Erro ao adicionar a conta')),
    rename: trpc.integrations.renameAccount.useMutation(
      options('Conta renomeada!', 'Erro ao renomear a conta'),
    ),
    revive: trpc.publication.reviveAccount.useMutation({
      ...options('Conta reconectada!', 'Erro ao reconectar a conta'),
      onSettled: () => utils.products.invalidate(),
    }),
    makeDefault: trpc.integrations.setDefaultAccount.useMutation(
      options('Conta padrão alterada!', 'Erro ao trocar a conta padrão'),
    ),
  };
}

/** Where a seller takes Esteira away, whose marketplace was not told. */
const TAKE_AWAY = {
  mercadolivre: 'Retire a Esteira também no Mercado Livre, em Aplicativos conectados.',
  amazon: 'Na Amazon: Seller Central → Apps e serviços → Gerenciar seus apps.',
} as const satisfies Record<Marketplace, string>;

interface Disconnection {
  /** Whether its listings are paused first. */
  pausing: boolean;
  /** By which its buyers are erased too. */
  apagar?: DisconnectInput['apagar'];
}

/** Pauses an account's listings page by page; whoever closes the dialog begins no further page. */
function usePauseAccount(conta_id: MarketplaceAccount['id']) {
  const [paused, setPaused] = useState(0);
  const { mutateAsync: pause } = trpc.publication.pauseAccount.useMutation();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function pauseAll(): Promise<void> {
    let cursor: string | null = null;
    do {
      if (isGone.current) return;
      const answer: AccountPauseRun = await pause({ conta_id, cursor });
      setPaused((before) => before + answer.pausados);
      cursor = answer.proximo_cursor;
    } while (cursor !== null);
  }
  return { paused, isGone, pauseAll };
}

/**
 * Disconnects an account, once its listings are paused if that is wanted; tells how many are by now. Whoever closes the
 * dialog before then disconnects nothing.
 */
export function useDisconnectAccount({ id, marketplace, nome }: MarketplaceAccount) {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const { paused, isGone, pauseAll } = usePauseAccount(id);
  const confirmation = trpc.account.confirmPassword.useMutation();
  const { mutateAsync: disconnect } = trpc.integrations.disconnect.useMutation();

  /** Answers whether it came to that. */
  async function run({ pausing, apagar }: Disconnection): Promise<boolean> {
    setBusy(true);
    try {
      // A wrong one pauses nothing.
      if (apagar) await confirmation.mutateAsync(apagar);
      if (pausing) await pauseAll();
      if (isGone.current) return false;
      const { a_retirar, ...status } = await disconnect({ marketplace, conta_id: id, apagar });
      utils.integrations.status.setData(undefined, status);
      const done = apagar ? ' Os dados dos compradores estão sendo apagados.' : '';
      // It stays until it is read.
      const more = a_retirar
        ? { description: TAKE_AWAY[marketplace], duration: Number.POSITIVE_INFINITY }
        : {};
      toast.success(`${nome} desconectada!${done}`, more);
      return true;
    } catch (error) {
      if (fieldProblemsOf(error).length === 0) toastFailure(error, 'Erro ao desconectar a conta');
      throw error;
    } finally {
      setBusy(false);
      await Promise.all([utils.integrations.accounts.invalidate(), utils.products.invalidate()]);
    }
  }
  return { paused, busy, refusal: confirmation.error, disconnect: run };
}

/** Leaves for the marketplace's page of consent. */
export function useConnect() {
  return trpc.integrations.connect.useMutation({
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure(error, 'Erro ao conectar a conta'),
  });
}

/** What a mutation says of how it ended that answers with the status of the integrations. */
function useStatusChange(done: string, failed: string, tell = toastFailure) {
  const { integrations } = trpc.useUtils();
  return {
    onSuccess: (status: IntegrationStatus) => {
      integrations.status.setData(undefined, status);
      toast.success(done);
    },
    onError: (error: unknown) => tell(error, failed),
    onSettled: () => integrations.accounts.invalidate(),
  };
}

export const useConnectWithRefreshToken = () =>
  trpc.integrations.adopt.useMutation(useStatusChange('Conta Amazon conectada!', 'Erro ao conectar a conta'));

/** Adds the account that came instead of the one asked for. */
export const useAddHeldAccount = () =>
  trpc.integrations.addHeldAccount.useMutation(
    useStatusChange('Conta adicionada!', 'Erro ao adicionar a conta', toastDetail),
  );
