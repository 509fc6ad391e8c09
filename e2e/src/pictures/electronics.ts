import {
  box,
  circle,
  cylinder,
  ellipse,
  gloss,
  group,
  line,
  type Picture,
  path,
  rect,
  shadow,
  tube,
  turned,
  words,
} from './studio';

const keys = (fill: string) =>
  [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: row === 3 ? 7 : 11 }, (_, column) => {
      const isSpace = row === 3 && column === 3;
      const x = row === 3 ? 84 + (column > 3 ? column + 4 : column) * 29 : 84 + column * 29;
      return rect(x, 196 + row * 32, isSpace ? 141 : 24, 26, 5, fill);
    }),
  );

const bud = (light: string, dark: string) =>
  [
    rect(-9, 4, 20, 92, 10, light),
    circle(0, 0, 30, light),
    ellipse(-22, 6, 15, 17, dark),
    ellipse(-25, 6, 6, 9, '#11151f'),
  ].join('');

export const ELECTRONICS: Record<string, Picture> = {
  'TEC-001': {
    tint: '#bfd6ea',
    draw: (s) => [
      shadow(240, 410, 150),
      rect(104, 76, 272, 150, 68, s.down('#2c3344')),
      rect(122, 94, 236, 116, 54, s.down('#161b27')),
      rect(104, 222, 272, 60, 30, s.down('#3b4358')),
      rect(122, 230, 236, 44, 22, '#10141d'),
      group('translate(186 168) rotate(-8)', bud(s.ball('#f3f5f9'), s.ball('#8e97a8'))),
      group('translate(294 168) scale(-1 1) rotate(-8)', bud(s.ball('#f3f5f9'), s.ball('#8e97a8'))),
      path('M104 262q136 34 272 0v68q0 74-74 74h-124q-74 0-74-74z', s.down('#30384b')),
      gloss('M122 286q40 8 66 10l-14 96q-48-6-52-62z', 0.14),
      circle(240, 334, 6, '#57e39a'),
      circle(240, 334, 12, '#57e39a', 'opacity=".3"'),
    ],
  },
  'TEC-002': {
    tint: '#f0d9bd',
    draw: (s) => [
      shadow(236, 404, 130),
      rect(186, 50, 18, 84, 6, s.steel()),
      rect(262, 50, 18, 84, 6, s.steel()),
      box(s, [112, 140], [206, 256, 66], '#f5f6f8'),
      rect(150, 320, 130, 34, 17, '#cfd5de'),
      rect(158, 327, 114, 20, 10, '#232a38'),
      rect(176, 333, 78, 7, 3, '#7d879a'),
      path('M226 176l-46 74h32l-12 52 52-76h-34l18-50z', s.down('#ff9f1c')),
      words(215, 388, 24, '25W', '#5f6b80'),
    ],
  },
  'TEC-003': {
    tint: '#c9dccf',
    draw: (s) => [
      shadow(240, 384, 160, 26),
      ...[0, 1, 2, 3].map((turn) =>
        tube(
          `M${120 + turn * 13} ${236 - turn * 9}a${118 - turn * 13} ${104 - turn * 12} 0 1 1 0 1`,
          '#e2493b',
          17,
        ),
      ),
      tube('M240 340q90 40 146-22', '#e2493b', 17),
      tube('M200 160q-60-60-112-34', '#e2493b', 17),
      turned(
        -38,
        396,
        300,
        rect(366, 280, 66, 40, 10, s.down('#2a3140')),
        rect(430, 288, 34, 24, 10, s.down('#c6ccd6')),
      ),
      turned(
        200,
        82,
        122,
        rect(60, 104, 66, 38, 10, s.down('#2a3140')),
        rect(124, 111, 34, 24, 10, s.down('#c6ccd6')),
      ),
      rect(196, 214, 88, 44, 10, s.down('#20252f')),
      words(240, 244, 22, 'USB-C', '#f2f4f8'),
    ],
  },
  'TEC-004': {
    tint: '#d3cdea',
    draw: (s) => [
      shadow(240, 418, 140),
      ellipse(240, 404, 122, 26, s.down('#2d3444')),
      ellipse(240, 396, 122, 25, s.aslant('#4a5368')),
      tube('M240 392L196 300L258 222', '#8b95a8', 26),
      circle(196, 300, 21, s.ball('#525c72')),
      circle(258, 222, 21, s.ball('#525c72')),
      turned(
        12,
        270,
        160,
        rect(172, 34, 196, 270, 24, s.down('#161b26')),
        rect(182, 46, 176, 246, 14, s.aslant('#4c6fff')),
        circle(232, 120, 46, '#ffffff', 'opacity=".22"'),
        path('M182 220q60-70 110-26t66-32v118q0 12-12 12h-152q-12 0-12-12z', '#ffffff', 'opacity=".28"'),
        rect(246, 40, 48, 8, 4, '#0c1018'),
        rect(160, 280, 220, 30, 12, s.down('#3d4558')),
        rect(160, 262, 22, 44, 8, s.down('#525c72')),
        rect(358, 262, 22, 44, 8, s.down('#525c72')),
      ),
    ],
  },
  'TEC-005': {
    tint: '#bfe0df',
    draw: (s) => {
      const mesh = s.pattern(10, 10, `${rect(0, 0, 10, 10, 0, '#0e7f86')}${circle(5, 5, 2.6, '#07575d')}`);
      return [
        shadow(240, 366, 190),
        rect(58, 160, 364, 190, 92, mesh),
        rect(
          58,
          160,
          364,
          190,
          92,
          s.linear(
            [
              [0, '#ffffff', 0.55],
              [0.35, '#ffffff', 0],
              [0.6, '#04292c', 0.1],
              [1, '#04292c', 0.75],
            ],
            'down',
          ),
        ),
        ellipse(92, 255, 40, 93, s.across('#12343a')),
        ellipse(90, 255, 26, 66, s.ball('#2e6b72')),
        ellipse(388, 255, 40, 93, s.across('#12343a')),
        ellipse(391, 255, 26, 66, s.ball('#2e6b72')),
        rect(186, 236, 108, 38, 10, '#0a3c41'),
        words(240, 263, 25, 'ONDA', '#e9fffd'),
        tube('M150 168q12-74 90-74t90 74', '#20252f', 15),
        ...[
          [130, 110, 9],
          [356, 120, 7],
          [310, 330, 6],
          [168, 322, 8],
          [402, 170, 6],
        ].map(([x = 0, y = 0, r = 0]) =>
          path(
            `M${x} ${y - r * 1.8}q${r * 1.5} ${r * 2} 0 ${r * 3.2}q${-r * 1.5} ${-r * 1.2} 0 ${-r * 3.2}z`,
            '#f2fdff',
            'opacity=".9"',
          ),
        ),
      ];
    },
  },
  'TEC-006': {
    tint: '#dcd7d0',
    draw: (s) => [
      shadow(240, 352, 200, 22),
      group(
        'translate(0 26) rotate(-8 240 240)',
        rect(52, 174, 376, 168, 22, s.down('#8d95a5')),
        rect(52, 166, 376, 164, 22, s.down('#f3f4f7')),
        rect(70, 184, 340, 128, 10, '#d8dce4'),
        ...keys('#ffffff'),
        ...[0, 1, 2].map((key) => rect(84 + key * 290, 196 + key * 32, 24, 26, 5, '#ff7a59')),
        rect(171, 292, 141, 3, 1, '#b9c0cd'),
      ),
    ],
  },
  'TEC-007': {
    tint: '#cfd8e6',
    draw: (s) => [
      shadow(244, 392, 120, 26),
      turned(
        20,
        240,
        240,
        path(
          'M240 56c70 0 104 58 104 140v70c0 92-40 150-104 150s-104-58-104-150v-70c0-82 34-140 104-140z',
          s.ball('#3c4a63'),
        ),
        path(
          'M240 56c70 0 104 58 104 140v6c-60 24-148 24-208 0v-6c0-82 34-140 104-140z',
          s.aslant('#54658a'),
        ),
        line('M240 58v152', '#1c2434', 4),
        rect(226, 96, 28, 66, 14, '#141a26'),
        rect(231, 106, 18, 46, 9, s.down('#7de0d2')),
        line('M137 202q103 42 206 0', '#1c2434', 4),
        gloss('M166 240q-6 98 46 146q-40-52-30-140z', 0.35),
      ),
    ],
  },
  'TEC-008': {
    tint: '#e6d3d3',
    draw: (s) => [
      shadow(250, 352, 170, 26),
      tube('M96 120q-50 60 24 118', '#3a4150', 20),
      turned(
        -30,
        104,
        108,
        rect(72, 88, 64, 34, 8, s.down('#3a4150')),
        rect(50, 95, 26, 20, 8, s.down('#cfd5de')),
      ),
      box(s, [84, 232], [280, 94, 60], '#9aa4b4'),
      ...[
        [108, 40, 24],
        [170, 40, 24],
      ].map(
        ([x = 0, w = 0, h = 0]) =>
          rect(x, 262, w, h, 3, '#1b2230') + rect(x + 4, 276, w - 8, 7, 1, '#5a90ff'),
      ),
      path('M232 258h56v22l-8 10h-40l-8-10z', '#1b2230'),
      rect(308, 266, 40, 17, 8, '#1b2230'),
      rect(316, 272, 24, 5, 2, '#8e98a8'),
      circle(356, 216, 5, '#62f0a0'),
      words(224, 222, 19, '5 EM 1', '#5d6778'),
    ],
  },
  'TEC-009': {
    tint: '#c7d2e3',
    draw: (s) => [
      shadow(240, 418, 120),
      path('M150 408l38-96h104l38 96q-90 18-180 0z', s.down('#2c3342')),
      rect(222, 262, 36, 70, 12, s.across('#454e61')),
      rect(60, 112, 360, 170, 84, s.down('#323a4c')),
      rect(74, 124, 332, 146, 72, s.down('#1a202d')),
      circle(240, 197, 78, s.ball('#6b7690')),
      circle(240, 197, 64, '#0b0f18'),
      circle(240, 197, 48, s.ball('#27408f')),
      circle(240, 197, 24, '#050812'),
      circle(220, 176, 13, '#ffffff', 'opacity=".85"'),
      circle(262, 216, 6, '#ffffff', 'opacity=".5"'),
      ...[110, 124, 138].map((x) => rect(x, 178, 6, 38, 3, '#566178')),
      ...[338, 352, 366].map((x) => rect(x, 178, 6, 38, 3, '#566178')),
      circle(240, 262, 5, '#5cf08d'),
      cylinder(s, [240, 404], [0.1, 0.1], 0.1, '#2c3342'),
    ],
  },
};
