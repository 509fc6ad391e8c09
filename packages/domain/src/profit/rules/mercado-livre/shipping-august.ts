import { SOURCES } from '../sources';
import { MATRIX_BANDS, type ShippingMatrix } from './shipping-matrix';

/** MercadoLíder, green or no reputation yet. */
export const GREEN_SINCE_AUGUST: ShippingMatrix = {
  prefix: 'ml-ship-2026-08-green',
  validFrom: '2026-08-24',
  validTo: null,
  confidence: 'secondary_strong',
  sources: [SOURCES.mlAugustTable, SOURCES.mlGreenTable],
  reputation: 'green',
  rows: [
    [300, 565, 685, 815, 1295, 1495, 1695, 1905, 2165],
    [500, 595, 695, 825, 1385, 1615, 1815, 2045, 2325],
    [1000, 605, 715, 845, 1445, 1685, 1905, 2135, 2445],
    [1500, 615, 735, 865, 1475, 1715, 1945, 2175, 2545],
    [2000, 625, 745, 875, 1505, 1765, 1985, 2225, 2555],
    [3000, 635, 865, 915, 1645, 1915, 2165, 2435, 2705],
    [4000, 645, 875, 975, 1785, 2075, 2335, 2635, 2925],
    [5000, 655, 885, 1025, 1975, 2285, 2605, 2925, 3245],
    [6000, 665, 895, 1035, 2595, 2915, 3335, 3645, 4085],
    [7000, 675, 905, 1045, 2755, 3165, 3675, 4085, 4525],
    [8000, 685, 925, 1055, 2945, 3435, 3925, 4415, 4935],
    [9000, 695, 935, 1065, 3025, 3525, 4035, 4535, 5075],
    [10000, 705, 945, 1085, 3825, 4505, 5195, 5875, 6585],
    [11000, 705, 965, 1105, 4165, 4855, 5545, 6235, 6935],
    [13000, 715, 1005, 1145, 4255, 4975, 5685, 6385, 7095],
    [15000, 725, 1025, 1165, 4555, 5295, 6055, 6815, 7565],
    [17000, 735, 1045, 1185, 4895, 5655, 6405, 7135, 7935],
    [20000, 745, 1065, 1205, 5515, 6435, 7355, 8275, 9195],
    [25000, 765, 1105, 1225, 6455, 7575, 8545, 9625, 10685],
    [30000, 775, 1125, 1245, 6645, 7605, 8625, 9715, 10785],
    [40000, 785, 1145, 1265, 6835, 7965, 8975, 10005, 10795],
    [50000, 795, 1165, 1285, 7095, 8185, 9285, 10345, 11165],
    [60000, 805, 1185, 1305, 7555, 8725, 9905, 11025, 11905],
    [70000, 815, 1205, 1325, 8095, 9375, 10595, 11805, 12745],
    [80000, 825, 1225, 1345, 8465, 9795, 11075, 12335, 13315],
    [90000, 835, 1245, 1365, 9405, 10835, 12295, 13695, 14785],
    [100000, 845, 1265, 1385, 10745, 12485, 14045, 15645, 16885],
    [125000, 855, 1285, 1405, 12015, 13895, 15695, 17485, 18885],
    [150000, 865, 1285, 1425, 12745, 14705, 16655, 18555, 20035],
    [null, 875, 1285, 1445, 16705, 19335, 21845, 24345, 26285],
  ],
};

/** What sellers of a reputation pay of the whole freight, in percent: below R$ 79, and from there. */
const PAID = { green: [70, 50], yellow: [80, 60], orange_red: [100, 100] } as const;
const DISCOUNT_STEP_CENTS = 7_900;

/** The whole table is published for green alone: another's cells are green's without its discount, with their own. */
function deriveRows(reputation: 'yellow' | 'orange_red'): ShippingMatrix['rows'] {
  return GREEN_SINCE_AUGUST.rows.map(([upToG = null, ...cells]) => [
    upToG,
    ...MATRIX_BANDS.map(({ fromCents }, column) => {
      const step = fromCents < DISCOUNT_STEP_CENTS ? 0 : 1;
      return Math.round(((cells[column] ?? 0) * PAID[reputation][step]) / PAID.green[step]);
    }),
  ]);
}

export const YELLOW_SINCE_AUGUST: ShippingMatrix = {
  ...GREEN_SINCE_AUGUST,
  prefix: 'ml-ship-2026-08-yellow',
  confidence: 'derived',
  sources: [SOURCES.mlAugustTable, SOURCES.mlYellowTable],
  reputation: 'yellow',
  rows: deriveRows('yellow'),
};

export const ORANGE_SINCE_AUGUST: ShippingMatrix = {
  ...GREEN_SINCE_AUGUST,
  prefix: 'ml-ship-2026-08-orange_red',
  confidence: 'derived',
  sources: [SOURCES.mlAugustTable, SOURCES.mlOrangeTable],
  reputation: 'orange_red',
  rows: deriveRows('orange_red'),
};
