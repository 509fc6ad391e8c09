import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DWELL_MS, watchLinks } from './watch-links';

let end: () => void = () => undefined;
let told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
  told = [];
});
afterEach(() => {
  end();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function follow() {
  end = watchLinks(({ pathname, search }) => told.push(pathname + search));
}

function addLink(href: string, attributes = ''): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', `<a href="${href}" ${attributes}><span>Link</span></a>`);
  return document.body.lastElementChild?.firstElementChild as HTMLElement;
}

const on = (element: HTMLElement, type: string) => element.dispatchEvent(new Event(type, { bubbles: true }));

it('tells of a link that the pointer has come to rest on, once', () => {
  follow();
  const link = addLink('/pedidos?filtro=pendentes');
  on(link, 'pointerover');
  vi.advanceTimersByTime(DWELL_MS - 1);
  expect(told).toEqual([]);
  on(link.parentElement as HTMLElement, 'pointerover');
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['/pedidos?filtro=pendentes']);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
});

it('does not tell of links that the pointer only crosses', () => {
  follow();
  for (const href of ['/produtos', '/fornecedores', '/compras']) {
    on(addLink(href), 'pointerover');
    vi.advanceTimersByTime(DWELL_MS - 1);
  }
  on(document.body, 'pointerover');
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
});

it('tells of a link with the focus after the same moment, and of one that is pressed at once', () => {
  follow();
  on(addLink('/produtos'), 'focusin');
  vi.advanceTimersByTime(DWELL_MS);
  on(addLink('/pedidos'), 'pointerdown');
  vi.advanceTimersByTime(0);
  on(addLink('/compras'), 'touchstart');
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['/produtos', '/pedidos', '/compras']);
});

it('tells again of a link that the pointer comes back to', () => {
  follow();
  const link = addLink('/produtos');
  for (let visit = 0; visit < 2; visit += 1) {
    on(link, 'pointerover');
    vi.advanceTimersByTime(DWELL_MS);
    on(document.body, 'pointerover');
  }
  expect(told).toEqual(['/produtos', '/produtos']);
});

it('leaves alone what leads elsewhere, into another window, to a file, or to the page that is open', () => {
  follow();
  const links = [
    addLink('https://exemplo.com.br/produtos'),
    addLink('/produtos', 'target="_blank"'),
    addLink('/arquivo.csv', 'download'),
    addLink('mailto:ana@exemplo.com.br'),
    addLink('/?periodo=7'),
  ];
  for (const link of links) {
    on(link, 'pointerover');
    vi.advanceTimersByTime(DWELL_MS);
  }
  expect(told).toEqual([]);
});

it('hears of the link that had the focus before it began', () => {
  addLink('/produtos').parentElement?.focus();
  follow();
  vi.advanceTimersByTime(DWELL_MS);
  expect(told).toEqual(['/produtos']);
});

it('tells nothing once it is ended', () => {
  follow();
  const link = addLink('/produtos');
  on(link, 'pointerover');
  end();
  on(link, 'pointerdown');
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
});
