import type { CommissionRule, Confidence, OptionRule } from '../fee-rule';
import { toIdPart } from '../rule-id';
import { SOURCES } from '../sources';

const AMAZON = { marketplace: 'amazon', validFrom: '2025-01-20', validTo: null } as const;

/** Categories that at least two digests of the table agree on. */
const AGREED = new Set(['TV, Áudio e Cinema em Casa', 'Celulares', 'PC', 'Eletrônicos Portáteis']);
const confidenceOf = (category: string): Confidence =>
  AGREED.has(category) ? 'secondary_strong' : 'secondary';

const MINIMUM_CENTS = 100;
const MINIMUM_OF: Readonly<Record<string, number>> = { 'Indústria e Ciência': 200 };

/** By category, in hundredths of a percent; the table of 20 January 2025. */
const REFERRAL_BPS: readonly (readonly [category: string, bps: number])[] = [
  ['Comidas e Bebidas', 1000],
  ['Pneus e Rodas', 1000],
  ['TV, Áudio e Cinema em Casa', 1000],
  ['Bebidas Alcoólicas', 1100],
  ['Câmera e Fotografia', 1100],
  ['Celulares', 1100],
  ['Eletrodomésticos Linha Branca', 1100],
  ['Ferramentas e Construção', 1100],
  ['Videogames e Consoles', 1100],
  ['Casa', 1200],
  ['Cozinha', 1200],
  ['Eletroportáteis de Cuidado Pessoal', 1200],
  ['Esportes, Aventura e Lazer', 1200],
  ['Instrumentos Musicais', 1200],
  ['Jardim e Piscina', 1200],
  ['PC', 1200],
  ['Peças e Acessórios Automotivos', 1200],
  ['Produtos para Animais', 1200],
  ['Produtos para Bebês', 1200],
  ['Saúde e Cuidados Pessoais', 1200],
  ['Brinquedos e Jogos', 1200],
  ['Indústria e Ciência', 1200],
  ['Beleza', 1300],
  ['Eletrônicos Portáteis', 1300],
  ['Papelaria e Escritório', 1300],
  ['Relógios', 1300],
  ['Bagagem e Acessórios de Viagem', 1400],
  ['Beleza de Luxo', 1400],
  ['Calçados, Bolsas e Óculos', 1400],
  ['Joias', 1400],
  ['Roupas e Acessórios', 1400],
  ['Livros', 1500],
  ['Música', 1500],
  ['Vídeo e DVD', 1500],
  ['Artesanato (Handmade)', 1600],
  ['Demais Categorias', 1500],
];

/** 15 % of the part up to the limit, 10 % of the rest. */
const TIERED: readonly (readonly [category: string, upToCents: number])[] = [
  ['Acessórios de Eletrônicos e PC', 10000],
  ['Móveis', 20000],
];

const toReferral = (category: string, tiers: CommissionRule['tiers']): CommissionRule => ({
  ...AMAZON,
  kind: 'commission',
  id: `amazon-referral-${toIdPart(category)}`,
  confidence: confidenceOf(category),
  sources: [SOURCES.amazonPrices],
  category,
  listingType: null,
  tiers,
  minimumCents: MINIMUM_OF[category] ?? MINIMUM_CENTS,
});

export const AMAZON_REFERRALS: readonly CommissionRule[] = [
  ...REFERRAL_BPS.map(([category, bps]) => toReferral(category, [{ upToCents: null, bps }])),
  ...TIERED.map(
    ([category, upToCents]): CommissionRule => ({
      ...toReferral(category, [
        { upToCents, bps: 1500 },
        { upToCents: null, bps: 1000 },
      ]),
      confidence: 'secondary_strong',
      sources: [SOURCES.amazonPrices, SOURCES.amazonReferral],
    }),
  ),
];

export const AMAZON_OPTIONS: readonly OptionRule[] = [
  {
    ...AMAZON,
    kind: 'option',
    id: 'amazon-plan-individual',
    confidence: 'secondary_strong',
    sources: [SOURCES.amazonPrices, SOURCES.amazonReferral],
    option: 'individual_plan',
    fromCents: 0,
    toCents: null,
    charge: { cents: 200 },
  },
  {
    ...AMAZON,
    kind: 'option',
    id: 'amazon-instalments',
    confidence: 'secondary_strong',
    sources: [SOURCES.amazonPrices],
    option: 'interest_free_instalments',
    fromCents: 4000,
    toCents: null,
    charge: { shareBps: 150 },
  },
];
