import {
  circle,
  ellipse,
  group,
  line,
  type Picture,
  path,
  rect,
  type Studio,
  shadow,
  tube,
  turned,
  words,
} from './studio';

const pen = (s: Studio, colour: string, degrees: number, tip: string) =>
  turned(
    degrees,
    240,
    470,
    rect(226, 150, 28, 250, 10, s.across('#f5f6f8')),
    rect(226, 226, 28, 60, 0, s.across(colour)),
    rect(226, 380, 28, 30, 8, s.across(colour)),
    path('M228 152h24l-5-34h-14z', s.across('#2b303b')),
    path(tip, s.across(colour)),
  );

const BRUSH_TIP = 'M233 120h14q4-26-7-56q-11 30-7 56z';

const barcode = (x: number, y: number, height: number, fill: string) =>
  [3, 6, 2, 4, 8, 3, 2, 6, 3, 5, 2, 7, 3, 4, 6, 2].map((width, n, all) => {
    const before = all.slice(0, n).reduce((sum, w) => sum + w + 3, 0);
    return rect(x + before, y, width, height, 0, fill);
  });

export const STATIONERY: Record<string, Picture> = {
  'PAP-001': {
    tint: '#dcd9d2',
    draw: (s) => {
      const dots = s.pattern(16, 16, circle(8, 8, 1.7, '#98a2b3'));
      return [
        shadow(246, 412, 172, 22),
        turned(
          -9,
          240,
          240,
          rect(126, 62, 292, 344, 14, s.down('#e9e5dc')),
          rect(126, 56, 284, 340, 12, '#fdfbf5'),
          rect(126, 56, 284, 340, 12, dots),
          line('M166 120h150M166 152h190M166 184h120', '#5a7fb8', 5, 'opacity=".8"'),
          path('M70 62q0-14 14-14h180q10 0 10 12v328q0 14-12 14H84q-14 0-14-14z', s.aslant('#1f4e5f')),
          rect(70, 48, 26, 354, 10, s.across('#143744')),
          rect(238, 46, 12, 358, 4, s.across('#f2a541')),
          rect(124, 116, 92, 52, 6, '#f6efe0'),
          line('M138 136h64M138 150h40', '#1f4e5f', 4),
          path('M196 396h14v44l-7-9l-7 9z', '#e2574c'),
        ),
        turned(
          24,
          390,
          260,
          rect(382, 120, 18, 240, 8, s.across('#2b303b')),
          path('M382 356h18l-9 34z', '#d9b26a'),
          rect(398, 126, 5, 70, 2, '#d9b26a'),
        ),
      ];
    },
  },
  'PAP-002': {
    tint: '#e9e4f2',
    draw: (s) => [
      shadow(240, 420, 150, 20),
      ...[
        '#e2453c',
        '#f08a24',
        '#f6c92c',
        '#7db249',
        '#2fa45f',
        '#2bb5b0',
        '#2f6fde',
        '#6d4fd0',
        '#b04fc4',
        '#e86aa6',
      ].map((colour, n) => pen(s, colour, -40.5 + n * 9, BRUSH_TIP)),
      path('M108 330h264l-16 84q-2 14-18 14H142q-16 0-18-14z', s.down('#2b3140')),
      path('M108 330h264l-4 22H112z', s.down('#3f475a')),
      ...['#e2453c', '#f6c92c', '#2fa45f', '#2f6fde', '#b04fc4'].map((colour, n) =>
        circle(168 + n * 36, 384, 13, colour),
      ),
    ],
  },
  'PAP-003': {
    tint: '#f0dfd7',
    draw: (s) => [
      shadow(240, 410, 182, 20),
      rect(50, 92, 388, 300, 12, s.down('#cdbfb4')),
      rect(46, 82, 388, 300, 12, '#fffdf9'),
      rect(46, 82, 388, 64, 12, s.down('#e77f67')),
      words(240, 128, 32, 'SEMANA', '#fff4ec', 'letter-spacing="6"'),
      ...['S', 'T', 'Q', 'Q', 'S', 'S', 'D'].flatMap((day, n) => [
        rect(60 + n * 52, 160, 46, 208, 8, n > 4 ? '#fbe9d8' : '#f2f0ee'),
        words(83 + n * 52, 188, 22, day, '#6b5b53'),
        ...[0, 1, 2]
          .slice(0, 1 + (n % 3))
          .map((task) =>
            rect(
              66 + n * 52,
              206 + task * 40,
              34,
              28,
              6,
              ['#8fc9ba', '#f6c77d', '#f0a3ab'][(n + task) % 3] ?? '#8fc9ba',
            ),
          ),
        line(`M${68 + n * 52} 338h28M${68 + n * 52} 352h20`, '#c9c2bb', 3),
      ]),
      ...Array.from({ length: 12 }, (_, n) =>
        tube(`M${72 + n * 30.5} 102v-30q0-14 10-14t10 14v10`, '#8b93a0', 5),
      ),
      turned(
        38,
        380,
        330,
        rect(370, 210, 20, 190, 9, s.across('#2f8f83')),
        path('M370 398h20l-10 32z', '#e8c48d'),
        rect(370, 196, 20, 22, 6, s.across('#f0a3ab')),
      ),
    ],
  },
  'PAP-004': {
    tint: '#d8e3e6',
    draw: (s) => {
      const wood = s.wood('#c68f55');
      const light = s.linear(
        [
          [0, '#ffffff', 0.35],
          [0.5, '#ffffff', 0],
          [1, '#2b1503', 0.45],
        ],
        'aslant',
      );
      const panel = (d: string) => path(d, wood) + path(d, light);
      return [
        shadow(240, 414, 184),
        turned(
          -8,
          130,
          170,
          rect(112, 60, 18, 180, 6, s.across('#f2b134')),
          path('M112 62h18l-9-32z', '#e8c48d'),
        ),
        turned(
          7,
          160,
          170,
          rect(152, 74, 18, 170, 6, s.across('#2f6fde')),
          path('M152 76h18l-9-32z', '#e8c48d'),
        ),
        turned(
          2,
          190,
          170,
          rect(188, 54, 14, 180, 7, s.across('#2b303b')),
          rect(188, 54, 14, 34, 7, s.across('#e2453c')),
        ),
        rect(262, 118, 140, 130, 6, s.down('#f7f3ea')),
        rect(270, 106, 124, 130, 6, s.down('#bfe0d6')),
        rect(282, 132, 84, 8, 3, '#6ea798'),
        rect(282, 150, 60, 8, 3, '#6ea798'),
        panel('M84 196h136v104H84z'),
        path('M84 196l16-14h136l-16 14z', '#e3b581'),
        panel('M236 226h184v74H236z'),
        path('M220 196l16-14v104l-16 14z', '#8d5a2b'),
        path('M236 226l14-12h184l-14 12zM420 226l14-12v176l-14 16z', '#a87340'),
        panel('M64 300h356v106H64z'),
        rect(80, 314, 160, 78, 6, wood),
        rect(80, 314, 160, 78, 6, s.down('#b9824a'), 'opacity=".55"'),
        rect(250, 314, 156, 78, 6, s.down('#b9824a'), 'opacity=".55"'),
        circle(160, 352, 11, s.ball('#3a3128')),
        circle(328, 352, 11, s.ball('#3a3128')),
      ];
    },
  },
  'PAP-005': {
    tint: '#d3dbe8',
    draw: (s) => [
      shadow(236, 414, 176, 20),
      path(
        'M232 126h164v248q0 30-30 30H214z',
        s.linear(
          [
            [0, '#ffffff'],
            [1, '#d5dbe3'],
          ],
          'across',
        ),
      ),
      ...[0, 1].map((n) =>
        group(
          `translate(238 ${150 + n * 132})`,
          rect(0, 0, 150, 118, 8, '#ffffff', 'stroke="#b6c0cd" stroke-width="3"'),
          ...barcode(12, 12, 48, '#161b24'),
          words(74, 78, 13, 'BR 2048 7731', '#161b24'),
          line('M14 92h90M14 104h60', '#8d97a5', 4),
          rect(112, 86, 26, 22, 2, '#161b24'),
        ),
      ),
      ellipse(190, 250, 132, 152, s.ball('#eef1f5')),
      ellipse(182, 250, 124, 146, s.aslant('#ffffff')),
      ...[0.86, 0.74, 0.62, 0.52].map((part) =>
        ellipse(182, 250, 124 * part, 146 * part, 'none', 'stroke="#c3ccd8" stroke-width="2"'),
      ),
      ellipse(182, 250, 52, 62, s.down('#b98a55')),
      ellipse(186, 252, 42, 50, '#3d2b18'),
      ellipse(190, 254, 34, 44, s.down('#6b4c2a')),
    ],
  },
  'PAP-006': {
    tint: '#c8cbdf',
    draw: (s) => [
      shadow(232, 418, 176, 20),
      path(
        'M218 196L70 360h330z',
        s.linear(
          [
            [0, '#fff2b8', 0.95],
            [1, '#fff2b8', 0.05],
          ],
          'down',
        ),
      ),
      path('M232 334q-86-40-184-8v74q98-30 184 8z', s.down('#fdf8ea')),
      path('M232 334q86-40 184-8v74q-98-30-184 8z', s.down('#f1e6cc')),
      path('M48 400q98-30 184 8q86-38 184-8v14q-98-28-184 10q-86-38-184-10z', s.down('#8e3b4c')),
      ...[0, 1, 2].map((n) =>
        line(`M76 ${340 + n * 18}q62-12 130 12M258 ${352 + n * 18}q66-26 130-12`, '#b5a88a', 4),
      ),
      rect(346, 300, 60, 72, 14, s.down('#2f7d8c')),
      rect(356, 360, 40, 26, 6, s.down('#1d5663')),
      tube('M376 304C390 170 330 60 226 124', '#2f7d8c', 17),
      turned(
        -32,
        208,
        148,
        rect(136, 122, 132, 48, 24, s.down('#38909f')),
        rect(146, 160, 112, 14, 7, '#fff6c9'),
        rect(146, 160, 112, 18, 8, '#ffe58a', 'filter="url(#near)" opacity=".8"'),
      ),
      circle(376, 326, 9, '#bdf3ff'),
    ],
  },
};
