import { CONSENT_COOKIE, CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { toastFailure } from '../../lib/toasts';

/** Leaves for the marketplace's page of consent. */
export function useConnect() {
  return trpc.integrations.connect.useMutation({
    onSuccess: ({ url, estado }) => {
      storeConsent(estado);
      window.location.assign(url);
    },
    onError: (error) => toastFailure(error, 'Erro ao conectar a conta'),
  });
}

/** Only this browser may come back with the consent; the cookie travels to where marketplaces send sellers back. */
function storeConsent(estado: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support.
  document.cookie = `${CONSENT_COOKIE}=${estado}; Path=/oauth; Max-Age=${CONSENT_SECONDS}; SameSite=Lax${secure}`;
}

export function useConnectWithRefreshToken() {
  const utils = trpc.useUtils();
  return trpc.integrations.adopt.useMutation({
    onSuccess: (status) => {
      utils.integrations.status.setData(undefined, status);
      toast.success('Conta Amazon conectada!');
    },
    onError: (error) => toastFailure(error, 'Erro ao conectar a conta'),
  });
}

export function useDisconnect(marketplace: Marketplace) {
  const utils = trpc.useUtils();
  return trpc.integrations.disconnect.useMutation({
    onSuccess: (status) => {
      utils.integrations.status.setData(undefined, status);
      toast.success(`Conta ${MARKETPLACE_NAMES[marketplace]} desconectada!`);
    },
    onError: (error) => toastFailure(error, 'Erro ao desconectar a conta'),
  });
}
