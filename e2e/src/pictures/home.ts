import {
  circle,
  cylinder,
  ellipse,
  group,
  lighter,
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

const knife = (s: Studio, x: number, y: number, length: number) =>
  [
    rect(x, y - length, 26, length, 10, s.across('#252b38')),
    ...[0.28, 0.68].map((at) => circle(x + 13, y - length * at, 4, '#d5dae3')),
  ].join('');

const jar = (
  s: Studio,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  lid: string,
  food: string,
) =>
  [
    rect(x + 8, y + height * 0.34, width - 16, height * 0.6, 14, s.down(food)),
    rect(x, y, width, height, 20, s.glass('#cfe4e8')),
    rect(x, y, width, height, 20, 'none', 'stroke="#8fb0b8" stroke-width="3"'),
    rect(x - 8, y - 16, width + 16, 32, 10, s.down(lid)),
    rect(x + width / 2 - 22, y - 26, 44, 14, 6, s.down(lighter(lid, 0.2))),
  ].join('');

const hanger = (colour: string) =>
  tube('M240 150q-2-22 16-30t18-26q-2-26-34-26t-32 26', '#a9b1bd', 9) +
  tube('M240 156L62 296q-18 20 12 22h332q30-2 12-22z', colour, 24);

export const HOME: Record<string, Picture> = {
  'CAS-001': {
    tint: '#cfe0d6',
    draw: (s) => [
      shadow(236, 426, 92),
      tube('M296 180q84-6 84 62v56q0 62-84 54', '#28303e', 26),
      path('M158 152q0-22 78-22t78 22v246q0 26-78 26t-78-26z', s.steel()),
      rect(158, 196, 156, 8, 0, '#ffffff', 'opacity=".5"'),
      rect(158, 372, 156, 6, 0, '#59616d', 'opacity=".6"'),
      rect(166, 92, 140, 56, 14, s.across('#1f5c4f')),
      rect(192, 48, 88, 52, 16, s.across('#2b7767')),
      ...[200, 218, 236, 254].map((x) => rect(x, 56, 5, 34, 2, '#0d3a31', 'opacity=".5"')),
      rect(206, 248, 60, 60, 30, '#1f5c4f', 'opacity=".92"'),
      words(236, 289, 30, '1L', '#eafff8'),
    ],
  },
  'CAS-002': {
    tint: '#e6d2bd',
    draw: (s) => [
      shadow(232, 416, 150),
      group(
        'rotate(-14 230 300)',
        knife(s, 148, 196, 118),
        knife(s, 188, 186, 132),
        knife(s, 228, 190, 122),
        knife(s, 268, 200, 104),
        knife(s, 306, 214, 84),
        path('M126 190h218l18 220h-254z', s.wood('#b97f4a')),
        path(
          'M126 190h218l18 220h-254z',
          s.linear(
            [
              [0, '#ffffff', 0.3],
              [0.5, '#ffffff', 0],
              [1, '#2b1503', 0.5],
            ],
            'aslant',
          ),
        ),
        path('M126 190l20-26h204l-6 26z', s.down('#d9a36d')),
      ),
      turned(
        -7,
        240,
        400,
        path(
          'M60 402q110-46 250-40v34q-150 26-250 6z',
          s.linear(
            [
              [0, '#ffffff'],
              [0.5, '#cdd5de'],
              [1, '#7f8997'],
            ],
            'down',
          ),
        ),
        line('M74 401q120 10 232-6', '#8f99a8', 3),
        rect(306, 356, 128, 40, 16, s.down('#252b38')),
        ...[334, 370, 406].map((x) => circle(x, 376, 5, '#d5dae3')),
      ),
    ],
  },
  'CAS-003': {
    tint: '#d5dbe4',
    draw: (s) => [
      shadow(240, 392, 190, 26),
      path('M40 346L96 138h288l56 208q2 36-30 36H70q-32 0-30-36z', s.down('#e8dccb')),
      path('M62 338L112 158h256l50 180z', s.down('#b59f82')),
      ...[
        ['M74 326l22-78h118l-8 78z', '#f1727a'],
        ['M100 236l18-66h102l-6 66z', '#5aa9e6'],
        ['M222 326l7-156h138l15 72-152 2z', '#fff5e2'],
        ['M228 326l2-72h154l18 72z', '#7fc8a9'],
      ].map(
        ([d = '', colour = '']) =>
          path(d, s.down('#8a7558')) + group('translate(4 5)', path(d, s.down(colour), 'opacity=".92"')),
      ),
      ...[0, 1, 2].map((n) => rect(92 + n * 40 - n * 2, 270, 30, 44, 12, s.ball('#c9424d'))),
      ...[0, 1, 2].map((n) => ellipse(136 + n * 30, 206, 13, 22, s.ball('#2f7dbd'))),
      ...[0, 1, 2, 3].map((n) =>
        tube(`M${246 + n * 30} 184v46`, ['#3a4150', '#ff9f1c', '#3a4150', '#9b5de5'][n] ?? '#3a4150', 11),
      ),
      rect(246, 276, 58, 36, 6, s.aslant('#2b8a66')),
      rect(318, 270, 56, 42, 6, s.aslant('#f4d35e')),
      line('M228 160l-10 180M94 242l124-2M230 248h156', '#efe5d7', 9),
    ],
  },
  'CAS-004': {
    tint: '#c9c5dc',
    draw: (s) => [
      shadow(226, 424, 130),
      path(
        'M256 190L420 410H120z',
        s.linear(
          [
            [0, '#fff3c4', 0.95],
            [1, '#fff3c4', 0],
          ],
          'down',
        ),
      ),
      ellipse(196, 408, 110, 24, s.down('#20242e')),
      ellipse(196, 400, 110, 23, s.aslant('#3a4152')),
      circle(196, 398, 10, '#70e1ff'),
      tube('M172 396L124 234L262 128', '#3a4152', 20),
      circle(124, 234, 19, s.ball('#59637a')),
      circle(262, 128, 17, s.ball('#59637a')),
      turned(
        -14,
        300,
        140,
        rect(206, 112, 210, 46, 23, s.down('#2a303d')),
        rect(218, 146, 186, 16, 8, '#fff6d8'),
        rect(218, 146, 186, 22, 8, '#ffe9a0', 'filter="url(#near)" opacity=".8"'),
      ),
    ],
  },
  'CAS-005': {
    tint: '#dbe6e4',
    draw: (s) => [
      shadow(240, 414, 186),
      jar(s, [56, 278], [176, 126], '#2f9e8f', '#d98f4e'),
      jar(s, [252, 278], [176, 126], '#2f9e8f', '#7db249'),
      jar(s, [82, 164], [136, 84], '#2f9e8f', '#e2574c'),
      jar(s, [262, 164], [144, 84], '#2f9e8f', '#f3c74f'),
      jar(s, [182, 70], [116, 62], '#2f9e8f', '#f3ead8'),
    ],
  },
  'CAS-006': {
    tint: '#c6d9e4',
    draw: (s) => {
      const pile = s.pattern(
        18,
        18,
        `${rect(0, 0, 18, 18, 0, '#6aa6b8')}${circle(5, 5, 5, '#8cc4d4')}${circle(14, 13, 5, '#579bb0')}`,
      );
      return [
        shadow(240, 378, 206, 24),
        path('M26 346L92 170h300l62 176q2 26-26 26H52q-28 0-26-26z', pile),
        path(
          'M26 346L92 170h300l62 176q2 26-26 26H52q-28 0-26-26z',
          s.linear(
            [
              [0, '#ffffff', 0.35],
              [0.4, '#ffffff', 0],
              [1, '#0c3442', 0.4],
            ],
            'down',
          ),
        ),
        path(
          'M62 334L112 188h258l48 146z',
          'none',
          'stroke="#d9eef4" stroke-width="6" stroke-dasharray="2 10" stroke-linecap="round"',
        ),
        ellipse(196, 268, 25, 44, '#e8f6fa', 'opacity=".75" transform="rotate(8 196 268)"'),
        ellipse(276, 252, 25, 44, '#e8f6fa', 'opacity=".75" transform="rotate(-4 276 252)"'),
        cylinder(s, [392, 150], [40, 16], 62, '#f4efe6'),
        ellipse(392, 150, 24, 9, '#c8bfae'),
        ellipse(392, 150, 9, 4, '#7d7360'),
      ];
    },
  },
  'CAS-007': {
    tint: '#dbe8c9',
    draw: (s) => [
      shadow(240, 416, 130),
      tube('M300 96q96-36 104 50', '#f4f6f2', 9),
      turned(28, 404, 170, rect(370, 150, 72, 30, 14, s.down('#6ab04c'))),
      rect(176, 56, 128, 54, 20, s.down('#6ab04c')),
      path('M120 106h240q18 0 14 26H106q-4-26 14-26z', s.down('#8fd06f')),
      path('M110 132h260l-26 244q-4 34-104 34t-104-34z', s.glass('#dff3d5')),
      path('M110 132h260l-26 244q-4 34-104 34t-104-34z', 'none', 'stroke="#94b58a" stroke-width="4"'),
      rect(232, 138, 16, 232, 6, s.across('#f4f6f2')),
      path('M248 226q76-6 90-40q6 40-26 56t-64 10z', s.steel()),
      path('M232 286q-76-6-92-42q-4 44 28 58t64 10z', s.steel()),
      path('M248 338q60-2 76-30q4 36-22 48t-54 6z', s.steel()),
      ...[
        [166, 366, '#e2574c'],
        [200, 386, '#f3a04f'],
        [236, 378, '#7db249'],
        [272, 388, '#e2574c'],
        [306, 366, '#f3c74f'],
        [220, 358, '#f4efe6'],
        [258, 360, '#7db249'],
      ].map(([x, y, colour]) =>
        rect(
          Number(x) - 13,
          Number(y) - 11,
          26,
          22,
          6,
          s.aslant(String(colour)),
          `transform="rotate(${Number(x) % 40} ${x} ${y})"`,
        ),
      ),
    ],
  },
  'CAS-008': {
    tint: '#e4d5dc',
    draw: (s) => [
      shadow(240, 412, 170, 18),
      group('translate(34 96) scale(.94)', hanger('#7a2840')),
      group('translate(6 40)', hanger('#a73a58')),
      group('translate(-28 -14) scale(1.02)', hanger('#d2607c')),
      circle(240, 208, 4, s.ball('#7a2840')),
    ],
  },
  'CAS-009': {
    tint: '#dde3c6',
    draw: (s) => [
      shadow(240, 404, 180, 22),
      path('M52 340l44-62h288l44 62q2 34-26 34H78q-28 0-26-34z', s.down('#e9edf1')),
      path(
        'M52 340l44-62h288l44 62z',
        s.linear(
          [
            [0, '#ffffff'],
            [1, '#cad2da'],
          ],
          'aslant',
        ),
      ),
      rect(166, 346, 148, 24, 8, '#223029'),
      words(240, 366, 21, '0,486 kg', '#8ef5b0'),
      ellipse(240, 300, 112, 18, '#5f6b77', 'opacity=".45" filter="url(#near)"'),
      path('M112 176h256q-4 120-128 120T112 176z', s.across('#f2b84b')),
      ellipse(240, 176, 128, 26, s.down('#fbdc9b')),
      circle(190, 140, 44, s.ball('#d8433c')),
      circle(284, 136, 46, s.ball('#79b23f')),
      circle(238, 116, 44, s.ball('#f08a24')),
      path('M116 182q10 84 92 108q-60-34-66-106z', '#ffffff', 'opacity=".35"'),
      path('M112 176q128 52 256 0q-1 12-2 18q-126 46-252 0q-2-8-2-18z', s.down('#f6cd77')),
      line('M190 98q2-16 12-22M284 92q0-14 10-20', '#6b4a2a', 6),
    ],
  },
};
