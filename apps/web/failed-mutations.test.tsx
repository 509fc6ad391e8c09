import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRetryJob } from './features/admin/jobs/use-job-mutations';
import {
  useActivateUser,
  useCreateResetLink,
  useDeactivateUser,
  useExtendPlan,
  usePromoteUser,
  useRemoveTwoStep,
} from './features/admin/users/use-user-mutations';
import { useLogin, useRegister, useSecondStep } from './features/auth/use-sign-in';
import { usePay } from './features/checkout/use-pay';
import {
  useConnect,
  useConnectWithRefreshToken,
  useDisconnectAccount,
} from './features/integrations/use-connection';
import { useOrderStep } from './features/orders/actions/use-order-step';
import { useUndoStep } from './features/orders/actions/use-take-back';
import { CHANNELS, type Channel } from './features/products/channels/channels';
import { useQueuedPublication } from './features/products/channels/real-channel';
import { usePublish, useSimulateSale, useUnpublish } from './features/products/channels/use-publication';
import { useCreateProduct, useEditProduct } from './features/products/form/use-product-form';
import { useRemoveProduct } from './features/products/list/use-remove-product';
import {
  useCreateSupplier,
  useEditSupplier,
  useRemoveSupplier,
} from './features/suppliers/use-supplier-mutations';
import { DataProvider } from './lib/data/data-provider';
import { endSession } from './lib/session/session-store';

const REASON = 'Erro interno. Tente novamente em instantes.';

interface Mutation {
  mutateAsync: (input: never) => Promise<unknown>;
}

/** Whether the server's own sentence takes the place of the fixed one or stands below it. */
type Detail = 'instead' | 'below';

const [mercadoLivre, amazon] = CHANNELS as [Channel, Channel];
const id = { id: 'p1' };
const onMercadoLivre = { ...id, marketplace: 'mercadolivre' };
const onAmazon = { ...id, marketplace: 'amazon' };
const ACCOUNT: MarketplaceAccount = {
  ...{ id: 'amazon-1', marketplace: 'amazon', nome: 'Loja A', apelido: null, vendedor_final: null },
  ...{ estado: 'conectada', motivo: null, lida_em: null, anuncios: 1, padrao: true },
  ...{ atraso_pedidos: 0, atraso_estoque: 0 },
};

const SIGNED_IN: [name: string, use: () => Mutation, input: unknown, failure: string, detail: Detail][] = [
  ['creating a product', useCreateProduct, {}, 'Erro ao salvar produto', 'instead'],
  ['updating a product', useEditProduct, id, 'Erro ao salvar produto', 'instead'],
  ['deleting a product', useRemoveProduct, id, 'Erro ao deletar produto', 'below'],
  [
    'publishing on Mercado Livre',
    () => usePublish(mercadoLivre),
    onMercadoLivre,
    'Erro ao publicar produto',
    'below',
  ],
  ['publishing on Amazon', () => usePublish(amazon), onAmazon, 'Erro ao publicar na Amazon', 'instead'],
  [
    'unpublishing from Mercado Livre',
    () => useUnpublish(mercadoLivre),
    id,
    'Erro ao despublicar produto',
    'below',
  ],
  ['unpublishing from Amazon', () => useUnpublish(amazon), id, 'Erro ao despublicar produto', 'below'],
  ['simulating a sale', useSimulateSale, id, 'Erro ao simular venda', 'instead'],
  [
    'queueing a publication',
    () => useQueuedPublication().publish,
    onMercadoLivre,
    'Erro ao publicar produto',
    'below',
  ],
  [
    'queueing one on Amazon',
    () => useQueuedPublication().publish,
    onAmazon,
    'Erro ao publicar na Amazon',
    'instead',
  ],
  ['queueing a pause', () => useQueuedPublication().unpublish, id, 'Erro ao despublicar produto', 'below'],
  ['creating a supplier', useCreateSupplier, {}, 'Erro ao salvar fornecedor', 'below'],
  ['updating a supplier', useEditSupplier, id, 'Erro ao salvar fornecedor', 'below'],
  ['deleting a supplier', useRemoveSupplier, id, 'Erro ao deletar fornecedor', 'below'],
  ['approving an order', () => useOrderStep('approve'), id, 'Erro ao aprovar pedido', 'instead'],
  ['sending to the supplier', () => useOrderStep('sendToSupplier'), id, 'Erro ao enviar pedido', 'instead'],
  ['paying the supplier', () => useOrderStep('pay'), id, 'Erro ao confirmar pagamento', 'instead'],
  ['marking as shipped', () => useOrderStep('markShipped'), id, 'Erro ao atualizar status', 'below'],
  ['marking as delivered', () => useOrderStep('markDelivered'), id, 'Erro ao atualizar status', 'below'],
  ['undoing a step', () => useUndoStep(), id, 'Erro ao desfazer', 'instead'],
  ['buying a plan', usePayment, { plano: 'basico' }, 'Erro ao processar pagamento', 'instead'],
  ['deactivating a user', useDeactivateUser, id, 'Erro ao desativar', 'below'],
  ['activating a user', useActivateUser, id, 'Erro ao ativar', 'below'],
  ['promoting a user', usePromoteUser, id, 'Erro ao promover', 'below'],
  ['turning off a second step', useRemoveTwoStep, id, 'Erro ao desligar a verificação', 'below'],
  ['making a link for a password', useCreateResetLink, id, 'Erro ao criar o link', 'below'],
  ['extending a plan', useExtendPlan, id, 'Erro ao estender o plano', 'below'],
  ['retrying a job', useRetryJob, id, 'Erro ao tentar novamente', 'below'],
  ['connecting an account', useConnect, onAmazon, 'Erro ao conectar a conta', 'below'],
  [
    'connecting with a refresh token',
    useConnectWithRefreshToken,
    onAmazon,
    'Erro ao conectar a conta',
    'below',
  ],
  [
    'disconnecting an account',
    () => ({ mutateAsync: useDisconnectAccount(ACCOUNT).disconnect }),
    { pausing: false },
    'Erro ao desconectar a conta',
    'below',
  ],
];

const VISITOR: typeof SIGNED_IN = [
  ['signing in', () => useLogin(() => undefined), {}, 'Erro ao processar solicitação', 'instead'],
  ['signing in with a code', useSecondStep, {}, 'Erro ao processar solicitação', 'instead'],
  ['registering', useRegister, {}, 'Erro ao processar solicitação', 'instead'],
];

function usePayment(): Mutation {
  return { mutateAsync: usePay().submit };
}

/** Answers every call alike: with a status and the server's sentence. */
const refuse = (httpStatus: number) => async () => {
  const error = { message: REASON, code: -32603, data: { httpStatus, detail: REASON } };
  return Response.json([{ error }], { status: httpStatus });
};

const cutOff = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

const App = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <DataProvider>{children}</DataProvider>
  </MemoryRouter>
);

/** Sends the mutation once; answers what the user was told, as title and description. */
async function send(use: () => Mutation, input: unknown, answer: () => Promise<Response>) {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  const latest = toast.getHistory().at(-1)?.id;
  const { result } = renderHook(use, { wrapper: App });
  await act(() => result.current.mutateAsync(input as never).catch(() => undefined));
  // Signing in loads the toasts' code with the first of them.
  await vi.dynamicImportSettled();
  // The history is bounded, and files of one worker share it.
  const history = toast.getHistory() as { id: unknown; title?: unknown; description?: unknown }[];
  const toasts = history.slice(history.findIndex(({ id }) => id === latest) + 1);
  return {
    sent: fetch.mock.calls.length,
    told: toasts.map(({ title, description }) => [title, description]),
  };
}

beforeEach(() => {
  localStorage.setItem('token', 'stored');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
});
afterEach(() => endSession('stored', 'logout'));

describe('what is told once, after one request, when the server fails', () => {
  it.each([...SIGNED_IN, ...VISITOR])('%s', async (_, use, input, failure, detail) => {
    const told = detail === 'instead' ? [REASON, undefined] : [failure, REASON];
    expect(await send(use, input, refuse(500))).toEqual({ sent: 1, told: [told] });
  });
});

describe('what is told once, after one request, without a network', () => {
  it.each([...SIGNED_IN, ...VISITOR])('%s', async (_, use, input, failure) => {
    expect(await send(use, input, cutOff)).toEqual({ sent: 1, told: [[failure, undefined]] });
  });
});

describe('a token that is no longer taken ends the session, and no toast tells of the call that noticed it', () => {
  it.each(SIGNED_IN)('%s', async (_, use, input) => {
    expect(await send(use, input, refuse(401))).toEqual({ sent: 1, told: [] });
    expect(localStorage.getItem('token')).toBeNull();
  });
});
