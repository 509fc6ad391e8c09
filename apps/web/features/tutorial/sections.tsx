import { ORDER_ACTIONS, ORDER_STATUS_LABELS } from '@esteira/domain/orders/order-machine';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CSV_TEMPLATE_NAME, downloadCsvTemplate } from '../../parts/csv-template';
import { paths } from '../../paths';
import { Button } from '../../ui/button';

interface Section {
  id: string;
  title: string;
  content: ReactNode;
}

export const SECTIONS: Section[] = [
  {
    id: 'fornecedores',
    title: 'Cadastre seus fornecedores',
    content: (
      <>
        <p>
          Em <PageLink to={paths.suppliers}>Fornecedores</PageLink>, clique em{' '}
          <PageLink to={paths.newSupplier}>Adicionar Fornecedor</PageLink>. O nome é obrigatório; e-mail,
          telefone e dados de pagamento são opcionais.
        </p>
        <p>
          O ID do fornecedor aparece no cartão dele, com um botão para copiar: a importação por CSV precisa
          dele.
        </p>
      </>
    ),
  },
  {
    id: 'produtos',
    title: 'Adicione produtos',
    content: (
      <>
        <p>
          <b>Manualmente:</b> em <PageLink to={paths.products}>Produtos</PageLink>, clique em{' '}
          <PageLink to={paths.newProduct}>Adicionar Produto</PageLink> e informe fornecedor, nome, descrição
          (opcional), SKU, preço do fornecedor, preço de venda no marketplace, quantidade em estoque e URL da
          imagem (opcional).
        </p>
        <p>
          <b>Por CSV:</b> clique em <PageLink to={paths.importProducts}>Importar CSV</PageLink> e baixe o
          template. As colunas são:
        </p>
        <CsvSample />
        <Button size="sm" className="justify-self-start" onClick={downloadCsvTemplate}>
          <Download aria-hidden />
          Baixar {CSV_TEMPLATE_NAME}
        </Button>
        <p>A coluna preco_venda_amazon é opcional. O lucro é o preço de venda menos o preço do fornecedor.</p>
      </>
    ),
  },
  {
    id: 'publicar',
    title: 'Publique nos marketplaces',
    content: (
      <p>
        Em <PageLink to={paths.products}>Produtos</PageLink>, no cartão do produto, clique em{' '}
        <b>Publicar no ML</b>. O selo verde <b>Publicado</b> aparece no cartão. Os preços podem ser editados a
        qualquer momento. Com um preço Amazon definido, o produto também pode ser publicado na Amazon.
      </p>
    ),
  },
  {
    id: 'pedidos',
    title: 'Acompanhe os pedidos',
    content: (
      <>
        <p>
          Cada venda chega automaticamente em <PageLink to={paths.orders}>Pedidos</PageLink> e dá baixa no
          estoque. Uma ação por vez leva o pedido adiante:
        </p>
        <ol className="grid list-decimal gap-1.5 pl-5 marker:text-muted">
          {Object.values(ORDER_ACTIONS).map((step) => (
            <li key={step.to}>
              {ORDER_STATUS_LABELS[step.from]}: clique em <b>{step.label}</b>
              {step.to === 'enviado_fornecedor' && ' e o sistema gera a etiqueta do marketplace'}.
            </li>
          ))}
          <li>{ORDER_STATUS_LABELS.entregue}: pedido finalizado.</li>
        </ol>
        <p>
          Em <PageLink to={paths.purchasing}>Compras</PageLink> tudo isso é feito por fornecedor: enviar os
          pedidos e pagar de uma vez.
        </p>
      </>
    ),
  },
  {
    id: 'dashboard',
    title: 'Entenda o Dashboard',
    content: (
      <p>
        O <PageLink to={paths.dashboard}>Dashboard</PageLink> mostra o total de vendas, a receita total, o
        lucro total e os pedidos pendentes, além das vendas por mês, dos produtos mais vendidos e do aviso de
        estoque baixo. Para ver quanto sobra de cada venda, informe seus{' '}
        <PageLink to={paths.costs}>Custos</PageLink>.
      </p>
    ),
  },
  {
    id: 'conta-real',
    title: 'Conecte a conta real',
    content: (
      <p>
        Enquanto não há credenciais, tudo funciona em modo simulado. Em{' '}
        <PageLink to={paths.integrations}>Integrações</PageLink> está o passo a passo para obter as
        credenciais do Mercado Livre e da Amazon e configurá-las no servidor.
      </p>
    ),
  },
];

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-primary-text underline underline-offset-4">
      {children}
    </Link>
  );
}

/** The sample row that the tutorial shows (docs/product-rules/csv-import.md#csv-columns). */
const SAMPLE: Readonly<Record<CsvColumn, string>> = {
  fornecedor_id: 'Fornecedor Exemplo',
  nome: 'Fone Bluetooth',
  descricao: 'Fone sem fio',
  sku: 'FONE-01',
  preco_fornecedor: '25.00',
  preco_venda_ml: '59.90',
  preco_venda_amazon: '64.90',
  estoque: '100',
  imagem_url: 'https://exemplo.com/fone.jpg',
};

function CsvSample() {
  return (
    <section
      aria-label="Exemplo de CSV"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border"
    >
      <table className="tabular w-full whitespace-nowrap text-left text-[13px]">
        <thead className="bg-sunken">
          <tr>
            {CSV_COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {CSV_COLUMNS.map((column) => (
              <td key={column} className="px-3 py-2 text-muted">
                {SAMPLE[column]}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
