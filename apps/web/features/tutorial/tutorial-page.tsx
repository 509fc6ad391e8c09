import { Lightbulb } from 'lucide-react';
import { Accordion } from '../../ui/accordion';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelTitle } from '../../ui/panel';
import { SECTIONS } from './sections';

const TIPS = [
  'Use o botão “Simular Venda” de um produto publicado para treinar o fluxo completo, da aprovação à entrega.',
  'Mantenha o estoque em dia: com menos de 5 unidades o produto aparece no aviso do Dashboard.',
  'Copie o ID do fornecedor no cartão dele antes de montar o CSV. O nome exato também serve.',
  'Em Compras, o pedido a cada fornecedor já sai pronto: lista para o WhatsApp, PDF e o Pix no valor exato.',
  'Confira o lucro de cada marketplace no cartão do produto antes de publicar.',
];

export function TutorialPage() {
  return (
    <>
      <PageHeader title="Tutorial" subtitle="Aprenda a vender com a Esteira, passo a passo" />
      <Accordion
        defaultOpen="fornecedores"
        sections={SECTIONS.map((section, index) => ({
          id: section.id,
          title: (
            <span className="flex items-center gap-3">
              <span aria-hidden className="tabular w-4 text-primary-text">
                {index + 1}
              </span>
              {section.title}
            </span>
          ),
          content: <div className="grid max-w-[72ch] gap-3 pl-7">{section.content}</div>,
        }))}
      />
      <Panel>
        <PanelTitle>
          <span className="flex items-center gap-2">
            <Lightbulb aria-hidden className="size-4 text-warning-text" />
            Dicas
          </span>
        </PanelTitle>
        <ul className="grid list-disc gap-2 py-4 pr-4 pl-9 marker:text-muted">
          {TIPS.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
