import type { ReactNode } from 'react';

export interface Step {
  title: string;
  content: ReactNode;
}

const RESTART: Step = {
  title: 'Reinicie o servidor',
  content: 'Ao iniciar, o servidor confere as variáveis e passa a usar a conta real.',
};

export const MERCADO_LIVRE_STEPS: Step[] = [
  {
    title: 'Crie um aplicativo',
    content: (
      <>
        No portal{' '}
        <ExternalLink href="https://developers.mercadolivre.com.br">Mercado Livre Developers</ExternalLink>,
        entre com a conta de vendedor e crie um aplicativo.
      </>
    ),
  },
  { title: 'Obtenha as credenciais', content: 'Copie o App ID e a Secret Key do aplicativo.' },
  {
    title: 'Configure o servidor',
    content: <Variables names={['ML_APP_ID', 'ML_SECRET_KEY', 'TOKEN_ENCRYPTION_KEY']} />,
  },
  RESTART,
];

export const AMAZON_STEPS: Step[] = [
  {
    title: 'Abra sua conta de vendedor',
    content: (
      <>
        Acesse o <ExternalLink href="https://sellercentral.amazon.com.br">Seller Central</ExternalLink> com a
        conta de vendedor.
      </>
    ),
  },
  {
    title: 'Obtenha as credenciais',
    content: (
      <>
        Seller ID, MWS Auth Token, Access Key ID e Secret Access Key. A Amazon encerrou o MWS, que foi
        substituído pela SP-API: use Client ID e Client Secret do Login with Amazon.
      </>
    ),
  },
  {
    title: 'Configure o servidor',
    content: (
      <>
        <Variables
          names={[
            'AMAZON_LWA_CLIENT_ID',
            'AMAZON_LWA_CLIENT_SECRET',
            'AMAZON_APP_ID',
            'TOKEN_ENCRYPTION_KEY',
          ]}
          note="Para a SP-API:"
        />
        <Variables
          names={['AMAZON_SELLER_ID', 'AMAZON_MWS_TOKEN', 'AMAZON_ACCESS_KEY']}
          note="Do antigo MWS (sozinhas, mantêm o modo simulado):"
        />
      </>
    ),
  },
  RESTART,
];

export const FEATURES = [
  { title: 'Publicação automática', text: 'Do cadastro ao anúncio em um clique.' },
  { title: 'Estoque unificado', text: 'Uma venda em um canal baixa o estoque dos dois.' },
  { title: 'Pedidos centralizados', text: 'Todos os pedidos na mesma tela.' },
  { title: 'Preços flexíveis por marketplace', text: 'Um preço e um lucro para cada canal.' },
  { title: 'Dashboard unificado', text: 'Receita e lucro somados, vendas por canal.' },
  { title: 'Simulação de vendas', text: 'Treine o fluxo inteiro sem vender de verdade.' },
];

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="text-primary-text underline underline-offset-4"
    >
      {children}
    </a>
  );
}

function Variables({ names, note }: { names: string[]; note?: string }) {
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {note && <span className="w-full">{note}</span>}
      {names.map((name) => (
        <code key={name} className="rounded bg-sunken px-1.5 py-0.5 text-[12px] text-foreground">
          {name}
        </code>
      ))}
    </span>
  );
}
