import { AdapterError } from '../../adapter-error';
import { at, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext } from '../../port';
import type { MercadoLivreApi } from '../client';

/** An attribute that listings of a category may or must have. */
export type CategoryAttribute = {
  id: string;
  required: boolean;
  conditional: boolean;
  /** Values to choose from; empty when the text is free. */
  values: { id: string; name: string }[];
};

/** What Mercado Livre demands of listings in a category. */
export type CategoryRules = {
  id: string;
  maxTitleLength: number;
  /** False for a category with others below it, or one that is closed for listings. */
  takesListings: boolean;
  shippingModes: string[];
  attributes: ReadonlyMap<string, CategoryAttribute>;
};

/** A category that Mercado Livre proposes for a title, with the attributes that it read out of it. */
export type Prediction = { categoria: string; attributes: ReadonlyMap<string, string> };

const USUAL_TITLE_LENGTH = 60;
const DAY_MS = 24 * 60 * 60_000;
/** Beyond this many categories the oldest entry goes. */
const MOST_KEPT = 500;

/** Asks which category a title belongs to; null when Mercado Livre has no idea (marketplaces.md §1.3). */
export async function predictCategory(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  title: string,
): Promise<Prediction | null> {
  const answer = await api.call(ctx, 'ml.categories.read', {
    method: 'GET',
    path: '/sites/MLB/domain_discovery/search',
    query: { q: title, limit: '1' },
  });
  const best = at(answer.json(), 0);
  const categoria = textAt(best, 'category_id');
  if (!categoria) return null;
  const pairs = listAt(best, 'attributes').map((each) => [textAt(each, 'id'), textAt(each, 'value_name')]);
  return {
    categoria,
    attributes: new Map(pairs.filter((pair): pair is [string, string] => !pair.includes(null))),
  };
}

/** Category rules, read at most once a day: they are the same for every seller. */
export class CategoryRulesCache {
  readonly #api: MercadoLivreApi;
  readonly #kept = new Map<string, { rules: CategoryRules; until: number }>();

  constructor(api: MercadoLivreApi) {
    this.#api = api;
  }

  /** Null when there is no such category. */
  async read(ctx: AdapterContext, id: string): Promise<CategoryRules | null> {
    const now = this.#api.clock().getTime();
    const kept = this.#kept.get(id);
    if (kept && kept.until > now) return kept.rules;
    const rules = await this.#fetch(ctx, id);
    if (!rules) return null;
    this.#kept.delete(id);
    this.#kept.set(id, { rules, until: now + DAY_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return rules;
  }

  async #fetch(ctx: AdapterContext, id: string): Promise<CategoryRules | null> {
    const read = (path: string) => this.#api.call(ctx, 'ml.categories.read', { method: 'GET', path });
    try {
      const category = (await read(`/categories/${id}`)).json();
      const attributes = (await read(`/categories/${id}/attributes`)).json();
      return rulesOf(id, category, attributes);
    } catch (error) {
      if (error instanceof AdapterError && error.kind === 'not_found') return null;
      throw error;
    }
  }
}

function rulesOf(id: string, category: unknown, attributes: unknown): CategoryRules {
  const read = listAt(attributes)
    .map(readAttribute)
    .filter((attribute) => attribute !== null);
  return {
    id,
    maxTitleLength: numberAt(category, 'settings', 'max_title_length') ?? USUAL_TITLE_LENGTH,
    takesListings:
      listAt(category, 'children_categories').length === 0 &&
      at(category, 'settings', 'listing_allowed') !== false,
    shippingModes: listAt(category, 'settings', 'shipping_modes').filter((mode) => typeof mode === 'string'),
    attributes: new Map(read.map((attribute) => [attribute.id, attribute])),
  };
}

function readAttribute(value: unknown): CategoryAttribute | null {
  const id = textAt(value, 'id');
  if (!id) return null;
  const tag = (name: string) => at(value, 'tags', name) === true;
  const values = listAt(value, 'values').map((each) => ({
    id: textAt(each, 'id'),
    name: textAt(each, 'name'),
  }));
  return {
    id,
    // Mercado Livre fills these itself and refuses or ignores what a seller sends.
    required: (tag('required') || tag('new_required')) && !tag('read_only') && !tag('fixed'),
    conditional: tag('conditional_required'),
    values: values.filter(
      (each): each is { id: string; name: string } => each.id !== null && each.name !== null,
    ),
  };
}
