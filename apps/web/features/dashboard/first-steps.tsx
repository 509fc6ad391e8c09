import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import type { FirstSteps as StepsDone } from '@esteira/validators/dashboards/dashboard';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useUser } from '../../lib/session/session';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';

interface Step {
  title: string;
  text: string;
  to: string;
  action: string;
}

interface StepState extends Step {
  done: boolean;
}

const STEPS: Record<keyof StepsDone, Step> = {
  fornecedor: {
    title: 'Cadastre um fornecedor',
    text: 'Quem envia os produtos aos seus clientes.',
    to: paths.newSupplier,
    action: 'Adicionar Fornecedor',
  },
  produto: {
    title: 'Adicione um produto',
    text: 'Manualmente ou importando um CSV.',
    to: paths.newProduct,
    action: 'Adicionar Produto',
  },
  publicado: {
    title: 'Publique o produto',
    text: 'No Mercado Livre ou na Amazon, cada um com seu preço.',
    to: paths.products,
    action: 'Publicar',
  },
  venda: {
    title: 'Simule uma venda',
    text: 'No cartão do produto publicado, clique em Simular Venda. Serve para treinar.',
    to: paths.products,
    action: 'Simular uma venda',
  },
  entrega: {
    title: 'Leve um pedido até o fim',
    text: 'Da aprovação à entrega, uma ação por vez.',
    to: paths.orders,
    action: 'Ver pedidos',
  },
};

/** In place of the simulated sale where every marketplace is real. */
const REAL_SALE: Step = {
  title: 'Receba a primeira venda',
  text: 'Ela chega em Pedidos assim que alguém comprar.',
  to: paths.orders,
  action: 'Ver pedidos',
};

const SUBSCRIBE: Step = {
  title: 'Assine um plano',
  text: 'Para acessar todas as funcionalidades.',
  to: paths.pricing,
  action: 'Assinar',
};

const CONNECT: Step = {
  title: 'Conecte sua conta',
  text: 'Do Mercado Livre ou da Amazon, para vender de verdade.',
  to: paths.integrations,
  action: 'Conectar conta',
};

/** Sellers with more sales do not see what comes after the first steps. */
const BEGINNER_SALES = 50;

interface FirstStepsProps {
  done: StepsDone;
  sales: number;
}

/** From the first supplier to the first delivered order, and what comes after that; nothing once all is done. */
export function FirstSteps({ done, sales }: FirstStepsProps) {
  const { is_admin, plano, data_expiracao, equipe } = useUser();
  const { data: modes } = trpc.integrations.status.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isAllReal = MARKETPLACES.every((name) => modes?.[name].modo === 'real');
  const names = Object.keys(STEPS) as (keyof StepsDone)[];
  const first = names.map((name) => ({
    ...(name === 'venda' && isAllReal ? REAL_SALE : STEPS[name]),
    done: done[name],
  }));
  if (equipe?.papel === 'leitura') return null;
  if (first.some((step) => !step.done)) return <StepList title="Primeiros passos" steps={first} />;

  const expiry = data_expiracao ? new Date(data_expiracao) : null;
  const isSubscribed = is_admin || isSubscriptionActive({ plano, data_expiracao: expiry }, new Date());
  const isConnected = MARKETPLACES.some((name) => modes?.[name].conexao);
  const later = [
    { ...SUBSCRIBE, done: isSubscribed },
    { ...CONNECT, done: isConnected },
  ];
  if (equipe || !modes || sales >= BEGINNER_SALES || later.every((step) => step.done)) return null;
  return <StepList title="Próximos passos" steps={later} />;
}

function StepList({ title, steps }: { title: string; steps: StepState[] }) {
  const next = steps.findIndex((step) => !step.done);
  return (
    <Panel heading={title}>
      <ol className="divide-y divide-border">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            {step.done ? (
              <CircleCheck aria-label="Concluído" className="size-5 shrink-0 text-success-text" />
            ) : (
              <Circle aria-label="A fazer" className="size-5 shrink-0 text-muted" />
            )}
            <div className="min-w-48 flex-1">
              <p className="font-medium">{step.title}</p>
              <p className="text-muted">{step.text}</p>
            </div>
            {!step.done && (
              <Button asChild size="sm" variant={index === next ? 'primary' : 'secondary'}>
                <Link to={step.to}>{step.action}</Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
