import type { OrderAction } from '@esteira/domain/orders/order-machine';
import type { TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

const PATHS: Record<OrderAction, string> = {
  approve: 'aprovar',
  sendToSupplier: 'enviar-fornecedor',
  pay: 'pagar',
  markShipped: 'enviado-cliente',
  markDelivered: 'entregue',
};

interface Step {
  user: TestUser;
  id: string;
  action: OrderAction;
}

/** Takes a step of an order through its REST call. */
export const takeStep = (server: TestServer, { user, id, action }: Step) =>
  server.call('POST', `/api/pedidos/${id}/${PATHS[action]}`, { token: user.token });
