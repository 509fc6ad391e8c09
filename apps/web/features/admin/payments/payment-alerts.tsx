import { countText } from '@esteira/domain/text/count-text';
import { trpc } from '../../../lib/data/trpc';
import { AdminAlert } from '../admin-alert';

/** What an admin has to look into: payments that do not agree, refunds not made, and a Mercado Pago that announces nothing. */
export function PaymentAlerts() {
  const { data } = trpc.admin.paymentAlerts.useQuery();
  if (!data) return null;
  const { sem_notificacoes, divergentes, estornos_parados } = data;
  return (
    <>
      {sem_notificacoes && (
        <AdminAlert text="O Mercado Pago não avisou de nenhum pagamento nas últimas 24 horas. Confira o endereço e a assinatura do webhook; até lá, os pagamentos são encontrados em alguns minutos." />
      )}
      {divergentes > 0 && <AdminAlert text={toDivergence(divergentes)} />}
      {estornos_parados > 0 && <AdminAlert text={toStuckRefunds(estornos_parados)} />}
    </>
  );
}

function toStuckRefunds(count: number): string {
  const what = countText(count, 'estorno pedido não foi feito', 'estornos pedidos não foram feitos');
  return `${what} pelo Mercado Pago em um dia, e não há novas tentativas. Confira o saldo e o pagamento no Mercado Pago e peça de novo.`;
}

function toDivergence(count: number): string {
  const what = countText(count, 'pagamento não confere', 'pagamentos não conferem');
  return `${what} com o que foi pedido (valor, moeda, referência ou recebedor). O plano não foi ativado: confira no Mercado Pago.`;
}
