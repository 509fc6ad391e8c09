/** What a group of modules may ask about one of them. */
interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  isEntry: boolean;
  importedIds: readonly string[];
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** Matches a path written with slashes on every system. */
const path = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'));

const LOGIN = path('/web/features/auth/login-page\\.tsx$');
const FEATURE = path('/web/features/');
const FEATURE_NAME = path('/web/features/([^/]+)/');
const PAGE = path('/web/features/.+-page\\.tsx$');
const LISTS = path('/web/features/.+/list/.+-page\\.tsx$');
/** What every page inside the shell loads with it or a moment later. */
const SHELL = path('/web/(?:app-pages|shell/live/live-updates)\\.tsx$');
/** The list of orders draws its rows by parts of their own, which every visit loads. */
const ORDERS = path('/web/features/orders/list/(?:orders-page|order-list|order-card)\\.tsx$');
const DIALOG = path(
  '/node_modules/(?:@radix-ui/(?:primitive|react-(?:dialog|portal|presence|focus-scope|focus-guards|dismissable-layer|context|id|primitive|use-[a-z-]+))|react-remove-scroll|react-remove-scroll-bar|use-callback-ref|use-sidecar|aria-hidden|tslib)/|/ui/overlays/dialog\\.tsx$',
);
const VIRTUAL_LIST = path(
  '/node_modules/@tanstack/(?:react-virtual|virtual-core)/|/ui/lists/use-(?:virtual-list|list-frame|focused-row)\\.ts$|/web/parts/account-select\\.tsx$',
);
/** A few hundred bytes each, which pages use together with what opens in them. */
const PRODUCT_PARTS = path(
  '/web/(?:parts/product-picture|ui/lists/clear-filters|lib/(?:toast-link|data/use-(?:accounts|all-suppliers)))\\.tsx?$|/domain/src/(?:channels|documents/phone|orders/order-name|report-period|profit/gross-profit)\\.ts$',
);
/** Of the list of purchases and what shares it. */
const PURCHASES = path('/domain/src/(?:purchasing/purchase-list|text/csv-text)\\.ts$');
/** What names costs and rules by their codes, and the large figures beside them: little, and for the same places. */
const COST_PARTS = path(
  '/domain/src/(?:text/(?:day|money)-text|profit/(?:cost-texts|cost-settings|product-costs|costs/cost-term|facts/fact-texts|rules/(?:fee-rule|band-order)))\\.ts$|/web/(?:ui/(?:figure|forms/(?:date-input|money-field|money-input|typed-input))|parts/(?:rule-origin|figure-button|use-examples|payment/(?:payment-badge|describe-means)))\\.tsx?$',
);
/** What a card asks for itself, many cards in one question. */
const CARD_QUESTIONS = path('/node_modules/dataloader/|/channels/use-(?:net-value|listing-states)\\.ts$');
const SHELL_PARTS = path(
  '/web/(?:shell/(?:navigation/navigation|overlay-store)|features/notices/alert-settings|lib/reload)\\.ts$',
);
const SETTINGS = path('/web/(?:shell/navigation/settings-nav|parts/export/fetch-file)\\.tsx?$');
/** The few lines by which pages use the library of forms, in one file with it. */
const FORMS = path('/node_modules/react-hook-form/|/web/lib/forms/(?:deferred-form|fields-of)\\.ts$');
/**
 * Small modules that nearly every page uses, and that import nothing which the first view lacks: with it they are there
 * for all of them.
 */
const EVERYWHERE = path(
  '/domain/src/(?:calendar|days|durations|report-period|text/count-text)\\.ts$|/web/lib/format/day\\.ts$|/web/lib/forms/edit/(?:use-record-edit|find-changes)\\.ts$',
);
/** Libraries of the first view. Of others the bundler knows better which parts nothing uses. */
const FIRST_LIBRARIES = path(
  'rolldown/runtime|/node_modules/(?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser|react-error-boundary|@radix-ui/react-(?:slot|compose-refs)|class-variance-authority|sonner|@trpc|zustand|clsx|@tanstack/(?:react-query|query-core)|lucide-react)/',
);
/** It imports the list of all Radix parts and uses the smallest of them. */
const BUTTON = path('/web/ui/button\\.tsx$');

/** How many pages must use a module of ours before the others may load it too. */
const MIN_PAGES = 3;

/**
 * The script that a module which several places use goes into. Left alone the bundler makes one of each few modules
 * that just the same places use: four dozen requests for a page. What /login loads at first holds nothing that it
 * does not use itself.
 */
export function nameChunk(id: string, graph: ModuleGraph): string | null {
  if (DIALOG.test(id)) return 'dialog';
  if (VIRTUAL_LIST.test(id)) return 'lists';
  if (FORMS.test(id)) return 'forms';
  if (PRODUCT_PARTS.test(id)) return 'product-parts';
  if (PURCHASES.test(id)) return 'purchasing';
  if (SHELL_PARTS.test(id)) return 'pages';
  if (SETTINGS.test(id)) return 'settings';
  if (CARD_QUESTIONS.test(id)) return 'card-questions';
  if (COST_PARTS.test(id)) return 'costs';
  if (EVERYWHERE.test(id)) return 'first';
  const roots = findRoots(id, graph);
  const isLight = bringsNoLibrary(id, graph);
  if (roots.some((root) => graph.getModuleInfo(root)?.isEntry || LOGIN.test(root))) {
    return isLight ? 'first' : null;
  }
  const isOfFeature = FEATURE.test(id);
  const pages = roots.filter((root) => PAGE.test(root));
  if (roots.some((root) => SHELL.test(root))) return pages.length > 0 ? 'pages' : null;
  if (!isLight) return null;
  if (!isOfFeature && pages.length >= MIN_PAGES) return 'pages';
  if (roots.some((root) => ORDERS.test(root)) && (isOfFeature || pages.length < 2)) return 'orders';
  if (!isOfFeature && pages.length > 1 && roots.some((root) => LISTS.test(root))) return 'lists';
  // Its page brings it along in any case; what else uses it must not bring that page along.
  const [feature, ...others] = new Set(roots.map((root) => root.match(FEATURE_NAME)?.[1]));
  return pages.length === 1 && feature !== undefined && others.length === 0 ? feature : null;
}

/** The modules that are loaded by themselves and bring this one along. */
function findRoots(id: string, graph: ModuleGraph): string[] {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return [...seen].filter((each) => {
    const info = graph.getModuleInfo(each);
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
  });
}

/** Whether loading it loads nothing but our own code and what is there from the first view on. */
function bringsNoLibrary(id: string, graph: ModuleGraph): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    if (BUTTON.test(each)) continue;
    for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) seen.add(imported);
  }
  return [...seen].every((each) => !each.includes('node_modules') || FIRST_LIBRARIES.test(each));
}
