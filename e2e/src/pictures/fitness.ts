import {
  circle,
  ellipse,
  gloss,
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

const loop = (s: Studio, y: number, colour: string, [rx, ry]: readonly [number, number]) =>
  [
    path(
      `M${240 - rx} ${y}a${rx} ${ry} 0 0 1 ${2 * rx} 0v34a${rx} ${ry} 0 0 0 ${-2 * rx} 0z`,
      s.across(colour),
      'opacity=".75"',
    ),
    path(
      `M${240 - rx} ${y}a${rx} ${ry} 0 0 0 ${2 * rx} 0v38a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`,
      s.across(colour),
    ),
  ].join('');

const FINGERS: readonly (readonly [x: number, top: number])[] = [
  [-66, -58],
  [-30, -82],
  [6, -78],
  [42, -54],
];

/** A half-finger glove seen from the back of the hand. */
const glove = (s: Studio, main: string) =>
  [
    path('M70 64q20-52 44-56q26 2 20 36q-10 50-56 84z', s.across('#333a48')),
    path('M112 8q24 2 22 30l-24-6q-8-16 2-24z', main),
    ...FINGERS.map(([x, top]) => rect(x, top, 34, 110, 15, s.across('#333a48'))),
    ...FINGERS.map(([x, top]) => rect(x, top - 4, 34, 20, 8, s.across(main))),
    path('M-74 20q-4-24 20-24h110q24 0 22 24q6 90-18 142h-112q-26-52-22-142z', s.across('#333a48')),
    path('M-54 20h112q4 52-8 92h-96q-12-40-8-92z', s.down(main)),
    ...[0, 1, 2, 3].map((n) => rect(-46 + n * 26, 34, 18, 26, 8, '#262b36', 'opacity=".75"')),
    line('M-50 84h100M-48 98h96', '#ffffff', 3, 'opacity=".5" stroke-dasharray="6 7"'),
    rect(-64, 150, 128, 48, 12, s.down('#20242e')),
    rect(-20, 156, 88, 36, 8, s.down(main)),
    rect(44, 162, 16, 24, 4, '#ffffff', 'opacity=".35"'),
  ].join('');

export const FITNESS: Record<string, Picture> = {
  'FIT-001': {
    tint: '#d5e3ee',
    draw: (s) => [
      shadow(240, 416, 160),
      loop(s, 360, '#20242e', [160, 34]),
      loop(s, 296, '#2f6fde', [150, 32]),
      loop(s, 234, '#e2453c', [140, 30]),
      loop(s, 174, '#2fa45f', [130, 28]),
      loop(s, 116, '#f6b52c', [120, 26]),
      ...[
        [380, 'X-FORTE'],
        [314, 'FORTE'],
        [250, 'MÉDIA'],
        [188, 'LEVE'],
      ].map(([y, text]) => words(240, Number(y) + 32, 21, String(text), '#ffffff', 'opacity=".9"')),
      words(240, 161, 20, 'X-LEVE', '#5a4206'),
    ],
  },
  'FIT-002': {
    tint: '#e0d3ea',
    draw: (s) => [
      shadow(240, 398, 196, 26),
      path('M116 404l-72-22L330 288h110z', s.down('#6f4fa8')),
      path(
        'M60 380L340 290',
        'none',
        'stroke="#b79be0" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round"',
      ),
      path(
        'M92 166h272a92 92 0 0 1 0 184H92z',
        s.linear(
          [
            [0, '#c5a9ef'],
            [0.3, '#8a63c9'],
            [0.7, '#68459f'],
            [1, '#3f2569'],
          ],
          'down',
        ),
      ),
      ...[150, 200, 250, 300].map((x) => line(`M${x} 168v180`, '#4c2f7c', 2, 'opacity=".35"')),
      circle(92, 258, 92, s.ball('#8a63c9')),
      ...[78, 62, 46, 30].map((r) =>
        circle(92, 258, r, 'none', 'stroke="#4c2f7c" stroke-width="7" opacity=".8"'),
      ),
      circle(92, 258, 15, '#2b1650'),
      rect(
        176,
        158,
        30,
        200,
        8,
        s.linear(
          [
            [0, '#3b3f4b'],
            [0.3, '#1d2029'],
            [1, '#08090d'],
          ],
          'down',
        ),
      ),
      rect(
        316,
        158,
        30,
        200,
        8,
        s.linear(
          [
            [0, '#3b3f4b'],
            [0.3, '#1d2029'],
            [1, '#08090d'],
          ],
          'down',
        ),
      ),
      line('M191 160q70-92 140 0', '#1d2029', 17),
      line('M191 156q70-88 140 0', '#565c6c', 4),
    ],
  },
  'FIT-003': {
    tint: '#f0d6cd',
    draw: (s) => [
      shadow(240, 410, 156, 20),
      tube('M150 190C60 90 240 20 250 150S60 300 150 350S420 360 390 260S230 110 330 170', '#20242e', 13),
      turned(
        -24,
        140,
        210,
        rect(116, 160, 44, 168, 20, s.across('#e4572e')),
        ...[196, 220, 244, 268].map((y) => rect(118, y, 40, 9, 4, '#8f2b0e')),
        rect(120, 148, 36, 24, 8, s.steel()),
        rect(112, 318, 52, 18, 8, s.across('#20242e')),
      ),
      turned(
        28,
        340,
        190,
        rect(318, 150, 44, 168, 20, s.across('#e4572e')),
        ...[186, 210, 234, 258].map((y) => rect(320, y, 40, 9, 4, '#8f2b0e')),
        rect(322, 138, 36, 24, 8, s.steel()),
        rect(314, 308, 52, 18, 8, s.across('#20242e')),
      ),
    ],
  },
  'FIT-004': {
    tint: '#d4e2d0',
    draw: (s) => [
      shadow(246, 388, 186, 28),
      turned(
        -12,
        240,
        250,
        path(
          'M110 150h250a44 100 0 0 1 0 200H110z',
          s.linear(
            [
              [0, '#7fe0b0'],
              [0.25, '#35b57c'],
              [0.7, '#1c7a50'],
              [1, '#0d4a2f'],
            ],
            'down',
          ),
        ),
        ...Array.from({ length: 20 }, (_, n) =>
          rect(
            164 + (n % 5) * 44 + (Math.floor(n / 5) % 2) * 10,
            160 + Math.floor(n / 5) * 48,
            32,
            36,
            11,
            s.down(['#52cf97', '#2fa971', '#23895a', '#186843'][Math.floor(n / 5)] ?? '#35b57c'),
          ),
        ),
        ellipse(110, 250, 46, 100, s.down('#2fa971')),
        ellipse(110, 250, 35, 78, '#14181f'),
        ellipse(118, 250, 27, 66, s.down('#39414f')),
      ),
    ],
  },
  'FIT-005': {
    tint: '#cfe8e6',
    draw: (s) => [
      shadow(236, 424, 92),
      tube('M190 92q46-60 92 0', '#ff6b5b', 15),
      path('M158 176q0-24 24-30h108q24 6 24 30v222q0 24-24 24H182q-24 0-24-24z', s.glass('#8fdcd6')),
      path('M164 224h144v172q0 18-18 18H182q-18 0-18-18z', s.across('#bdeee8'), 'opacity=".75"'),
      rect(204, 156, 64, 208, 26, '#ffffff', 'opacity=".55"'),
      ...[0, 1, 2, 3, 4, 5, 6].map((n) => rect(212, 190 + n * 23, 48, 5, 2, '#6fb6b0')),
      ...[
        [236, 214],
        [224, 262],
        [248, 306],
      ].map(
        ([x = 0, y = 0]) =>
          circle(x, y, 27, s.ball('#f6c22f')) +
          circle(x, y, 20, '#fff0a8') +
          line(`M${x - 17} ${y}h34M${x - 9} ${y - 15}l18 30M${x + 9} ${y - 15}l-18 30`, '#f0b51f', 3),
      ),
      path('M218 344q-26-2-30 24q30 6 30-24zM256 348q24-8 32 18q-30 10-32-18z', s.down('#3fae5a')),
      path(
        'M158 176q0-24 24-30h108q24 6 24 30v222q0 24-24 24H182q-24 0-24-24z',
        'none',
        'stroke="#6ab5af" stroke-width="4"',
      ),
      rect(170, 98, 132, 54, 14, s.across('#ff6b5b')),
      rect(208, 66, 56, 36, 10, s.across('#2b3038')),
      rect(172, 190, 13, 206, 6, '#ffffff', 'opacity=".7"'),
      words(298, 300, 15, '700', '#2d6f6a'),
    ],
  },
  'FIT-006': {
    tint: '#dedede',
    draw: (s) => [
      shadow(240, 414, 178, 20),
      group('translate(334 168) rotate(10) scale(-1.06 1.06)', glove(s, '#e23b4a')),
      group('translate(150 200) rotate(-8) scale(1.12)', glove(s, '#e23b4a')),
    ],
  },
  'FIT-007': {
    tint: '#dfd6ee',
    draw: (s) => [
      shadow(240, 416, 150),
      circle(240, 236, 178, s.ball('#8567e8')),
      ...[-96, -56, -14, 30, 74].map((dy) => {
        const half = Math.sqrt(178 ** 2 - dy ** 2) * 0.995;
        return line(`M${240 - half} ${236 + dy}q${half} 54 ${2 * half} 0`, '#4a2fa5', 4, 'opacity=".4"');
      }),
      gloss('M104 190q24-92 118-112q-74 44-84 130q-22 4-34-18z', 0.5),
      ellipse(322, 322, 52, 28, '#ffffff', 'opacity=".16" transform="rotate(-38 322 322)"'),
      circle(240, 236, 11, '#3b2491'),
      words(240, 290, 30, '65 cm', '#efeaff', 'opacity=".85"'),
    ],
  },
  'FIT-008': {
    tint: '#d6dade',
    draw: (s) => {
      const ribs = s.pattern(26, 40, `${rect(0, 0, 26, 40, 0, '#2a303c')}${rect(0, 0, 4, 40, 0, '#3d4657')}`);
      return [
        shadow(240, 392, 186, 24),
        path('M96 178q144-76 288 0v40q-144-70-288 0z', s.down('#171b24')),
        path('M52 190q188 70 376 0l14 150q-202 96-404 0z', ribs),
        path(
          'M52 190q188 70 376 0l14 150q-202 96-404 0z',
          s.linear(
            [
              [0, '#000000', 0.55],
              [0.25, '#ffffff', 0.18],
              [0.55, '#000000', 0],
              [1, '#000000', 0.6],
            ],
            'across',
          ),
        ),
        path('M56 232q184 66 368 0l5 46q-190 74-378 0z', s.across('#f08a24')),
        rect(176, 236, 128, 98, 16, s.down('#12151c')),
        rect(188, 248, 104, 74, 10, s.down('#3d4657')),
        words(240, 294, 24, 'LOMBAR', '#ffd9ad', 'textLength="90"'),
        line('M52 190q188 70 376 0M38 340q202 96 404 0', '#5a6578', 4),
      ];
    },
  },
};
