import type { CommissionRule } from '../fee-rule';
import { toIdPart } from '../rule-id';
import { SOURCES } from '../sources';

/** 'Premium' costs five points more than 'Clássico' in every category. */
const PREMIUM_EXTRA_BPS = 500;

/**
 * 'Clássico' by category, in hundredths of a percent. A fallback: the marketplace's answer for the account and the
 * product wins, for the percentage varies by subcategory.
 */
const CLASSIC_BPS: readonly (readonly [category: string, bps: number])[] = [
  ['Acessórios para Veículos', 1200],
  ['Agro', 1150],
  ['Alimentos e Bebidas', 1400],
  ['Antiguidades e Coleções', 1150],
  ['Arte, Papelaria e Armarinho', 1150],
  ['Bebês', 1400],
  ['Beleza e Cuidado Pessoal', 1400],
  ['Brinquedos e Hobbies', 1150],
  ['Calçados, Roupas e Bolsas', 1400],
  ['Câmeras e Acessórios', 1100],
  ['Casa, Móveis e Decoração', 1150],
  ['Construção', 1150],
  ['Eletrodomésticos', 1100],
  ['Eletrônicos, Áudio e Vídeo', 1300],
  ['Esportes e Fitness', 1400],
  ['Festas e Lembrancinhas', 1150],
  ['Games', 1300],
  ['Informática, Celulares, Notebooks', 1100],
  ['Indústria e Comércio', 1200],
  ['Ingressos', 1150],
  ['Instrumentos Musicais', 1150],
  ['Joias e Relógios', 1250],
  ['Livros, Revistas e Comics', 1200],
  ['Música, Filmes e Seriados', 1200],
  ['Pet Shop', 1250],
  ['Saúde', 1200],
  ['Outras categorias', 1300],
];

export const ML_COMMISSIONS: readonly CommissionRule[] = CLASSIC_BPS.flatMap(([category, bps]) =>
  (['classico', 'premium'] as const).map(
    (listingType): CommissionRule => ({
      marketplace: 'mercadolivre',
      kind: 'commission',
      id: `ml-commission-${listingType}-${toIdPart(category)}`,
      validFrom: '2025-01-01',
      validTo: null,
      confidence: 'secondary',
      sources: [SOURCES.mlSellingCosts],
      category,
      listingType,
      tiers: [{ upToCents: null, bps: listingType === 'premium' ? bps + PREMIUM_EXTRA_BPS : bps }],
      minimumCents: 0,
    }),
  ),
);
