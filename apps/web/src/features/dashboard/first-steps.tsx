import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { Panel, PanelTitle } from '../../ui/panel';

/** What stands in place of empty charts until the first sale. */
export function FirstSteps() {
  const supplier = trpc.suppliers.list.useQuery({ limite: 1 });
  const product = trpc.products.list.useQuery({ limite: 1 });
  const onMl = trpc.products.list.useQuery({ limite: 1, publicado: 'mercadolivre' });
  const onAmazon = trpc.products.list.useQuery({ limite: 1, publicado: 'amazon' });

  const steps = [
    {
      title: 'Cadastre um fornecedor',
      text: 'Quem envia os produtos aos seus clientes.',
      done: holds(supplier.data),
      action: { to: paths.newSupplier, label: 'Adicionar Fornecedor' },
    },
    {
      title: 'Adicione um produto',
      text: 'À mão ou importando um CSV.',
      done: holds(product.data),
      action: { to: paths.newProduct, label: 'Adicionar Produto' },
    },
    {
      title: 'Publique e simule uma venda',
      text: 'No Mercado Livre ou na Amazon. O modo simulado serve para treinar.',
      done: holds(onMl.data) || holds(onAmazon.data),
      action: { to: paths.products, label: 'Ver Produtos' },
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  if ([supplier, product, onMl, onAmazon].some((query) => query.isPending)) return <FirstStepsSkeleton />;

  return (
    <Panel>
      <PanelTitle>Primeiros passos</PanelTitle>
      <ol className="divide-y divide-border">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            {step.done ? (
              <CircleCheck aria-label="Concluído" className="size-5 shrink-0 text-success-text" />
            ) : (
              <Circle aria-label="A fazer" className="size-5 shrink-0 text-muted" />
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium">{step.title}</p>
              <p className="text-muted">{step.text}</p>
            </div>
            {!step.done && (
              <Button asChild size="sm" variant={index === next ? 'primary' : 'secondary'}>
                <Link to={step.action.to}>{step.action.label}</Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function FirstStepsSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-65" />
    </SkeletonGroup>
  );
}

function holds(page: { itens: unknown[] } | undefined): boolean {
  return page !== undefined && page.itens.length > 0;
}
