import {
  box,
  circle,
  cylinder,
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

const brush = (
  s: Studio,
  [x, degrees]: readonly [number, number],
  [width, height]: readonly [number, number],
  handle: string,
) =>
  turned(
    degrees,
    x,
    340,
    rect(x - 9, 190, 18, 190, 9, s.across(handle)),
    rect(x - 12, 150, 24, 58, 5, s.across('#d9b26a')),
    path(
      `M${x - 11} 154q${-width / 2 + 4} ${-height * 0.55} ${11 - width * 0.1} ${-height}q${width * 0.1} ${-14} ${width * 0.2} 0q${width / 2 - 8} ${height * 0.5} ${11 - width * 0.1} ${height}z`,
      s.across('#6b4030'),
    ),
    path(
      `M${x - width * 0.1} ${154 - height}q${width * 0.1} ${-14} ${width * 0.2} 0l6 24h${-width * 0.2 - 12}z`,
      '#f1d4c4',
      'opacity=".8"',
    ),
  );

const dropper = (s: Studio, rubber: string) =>
  [
    path('M214 104q-6-62 26-62t26 62z', s.across(rubber)),
    rect(206, 100, 68, 50, 8, s.across('#d9b26a')),
    ...[218, 230, 242, 254].map((x) => rect(x, 104, 3, 42, 1, '#7d5c1e', 'opacity=".5"')),
  ].join('');

export const BEAUTY: Record<string, Picture> = {
  'BEL-001': {
    tint: '#efd3dc',
    draw: (s) => [
      shadow(250, 412, 150, 22),
      turned(
        36,
        240,
        240,
        tube('M240 440q-6 40-60 50', '#2a2530', 12),
        path('M208 232h64l-6 210q-2 22-26 22t-26-22z', s.across('#3b3442')),
        rect(226, 290, 28, 64, 14, s.across('#e46a92')),
        rect(234, 300, 12, 18, 6, '#ffffff', 'opacity=".8"'),
        ...Array.from({ length: 54 }, (_, n) => {
          const row = Math.floor(n / 6);
          const x = 190 + (n % 6) * 20;
          return line(`M${x} ${34 + row * 21}l${(x - 240) * 0.42}-6`, row % 2 ? '#231f29' : '#e46a92', 5);
        }),
        rect(196, 14, 88, 212, 40, s.across('#4a4252')),
        ...[0, 1, 2, 3, 4, 5, 6].map((row) => rect(214, 44 + row * 24, 52, 10, 5, '#17131c')),
        ...Array.from({ length: 24 }, (_, n) =>
          circle(206 + (n % 4) * 22, 36 + Math.floor(n / 4) * 30, 5, '#f5a9c0'),
        ),
        rect(200, 216, 80, 26, 10, s.across('#e46a92')),
      ),
    ],
  },
  'BEL-002': {
    tint: '#f3dcb8',
    draw: (s) => [
      shadow(240, 418, 108),
      path('M150 210q0-46 56-54h68q56 8 56 54v178q0 26-26 26H176q-26 0-26-26z', s.across('#d9822b')),
      path('M164 262h152v120q0 18-18 18H182q-18 0-18-18z', s.across('#b35c12'), 'opacity=".55"'),
      path('M164 222q8-42 40-52q-24 26-20 60v150q-20 0-20-22z', '#ffffff', 'opacity=".4"'),
      rect(160, 246, 160, 116, 6, '#fff9ee'),
      circle(240, 286, 26, s.ball('#f6a623')),
      line('M240 266v40M220 286h40M226 272l28 28M254 272l-28 28', '#fff3d6', 3),
      words(240, 342, 25, 'VITAMINA C', '#a8570f', 'textLength="140"'),
      dropper(s, '#2c2a2a'),
      group(
        'translate(354 340)',
        circle(0, 30, 46, s.ball('#f59a23')),
        circle(0, 30, 36, '#ffd37a'),
        ...[0, 60, 120].map((a) => turned(a, 0, 30, line('M0-4v68', '#f59a23', 4))),
      ),
    ],
  },
  'BEL-003': {
    tint: '#ecd6d9',
    draw: (s) => [
      shadow(240, 420, 124),
      brush(s, [182, -20], [92, 96], '#2b2630'),
      brush(s, [300, 20], [92, 92], '#2b2630'),
      brush(s, [208, -8], [56, 110], '#8e3b54'),
      brush(s, [274, 9], [48, 112], '#8e3b54'),
      brush(s, [240, 0], [76, 120], '#2b2630'),
      cylinder(s, [240, 286], [96, 24], 120, '#e7a3b3'),
      ellipse(240, 286, 86, 20, '#8e5261'),
      group(
        '',
        ...[-52, -24, 8, 34].map((dx, n) =>
          rect(232 + dx, 262, 18, 36, 4, s.across(n % 2 ? '#8e3b54' : '#2b2630')),
        ),
      ),
      path('M144 286a96 24 0 0 0 192 0v120a96 24 0 0 1-192 0z', s.across('#e7a3b3')),
      path('M144 330a96 24 0 0 0 192 0v14a96 24 0 0 1-192 0z', '#d9b26a', 'opacity=".9"'),
    ],
  },
  'BEL-004': {
    tint: '#d8d8e8',
    draw: (s) => [
      shadow(240, 424, 112),
      ellipse(240, 410, 96, 20, s.down('#e9c9b1')),
      ellipse(240, 404, 96, 19, s.aslant('#f6e2d3')),
      rect(228, 320, 24, 86, 10, s.across('#e9c9b1')),
      circle(240, 190, 168, '#fff6d6', 'opacity=".8" filter="url(#glow)"'),
      circle(240, 190, 152, s.aslant('#f3d7c3')),
      circle(240, 190, 142, '#fffbe9'),
      circle(240, 190, 142, 'none', 'stroke="#ffe7a3" stroke-width="10" opacity=".9"'),
      circle(
        240,
        190,
        114,
        s.linear(
          [
            [0, '#e9f3fb'],
            [0.45, '#b7cadb'],
            [0.55, '#d7e5f0'],
            [1, '#90a9c0'],
          ],
          'aslant',
        ),
      ),
      path('M160 250L300 100l34 22L190 286z', '#ffffff', 'opacity=".45"'),
      path('M204 292L344 148l8 14L216 300z', '#ffffff', 'opacity=".35"'),
      circle(240, 376, 7, '#ffffff'),
    ],
  },
  'BEL-005': {
    tint: '#dcebe2',
    draw: (s) => [
      shadow(246, 400, 160, 22),
      turned(
        42,
        240,
        240,
        rect(226, 150, 28, 210, 14, s.across('#efa3b0')),
        rect(220, 150, 40, 20, 8, s.across('#d9b26a')),
        rect(220, 342, 40, 20, 8, s.across('#d9b26a')),
        tube('M152 92v52q0 12 14 12h148q14 0 14-12V92', '#d9b26a', 9),
        rect(158, 54, 164, 76, 36, s.down('#f0a9b6')),
        path('M170 84q30-22 60-8t80-12', 'none', 'stroke="#ffffff" stroke-width="5" opacity=".55"'),
        path('M190 112q40 8 70-6t50 2', 'none', 'stroke="#c9677b" stroke-width="3" opacity=".5"'),
        tube('M186 376v22q0 10 10 10h88q10 0 10-10v-22', '#d9b26a', 8),
        rect(192, 384, 96, 52, 25, s.down('#f0a9b6')),
      ),
      path('M70 372q10-44 56-44q50 4 52 44q-4 34-56 34t-52-34z', s.ball('#f0a9b6')),
      path('M92 368q26-24 64-14q-38 2-50 24z', '#ffffff', 'opacity=".55"'),
    ],
  },
  'BEL-006': {
    tint: '#c9d3da',
    draw: (s) => [
      shadow(244, 422, 120, 16),
      turned(
        14,
        240,
        240,
        path('M178 150q-8 150 14 256q8 26 48 26t48-26q22-106 14-256z', s.across('#272d39')),
        path('M204 236q-4 100 6 160q30 14 60 0q10-60 6-160z', s.across('#3b4556')),
        rect(222, 244, 36, 84, 18, s.across('#d29a45')),
        circle(240, 268, 9, '#fff3d4'),
        rect(216, 354, 48, 26, 6, '#0f141d'),
        words(240, 374, 18, '98%', '#6df0b0'),
        path('M166 96h148l-10 64H176z', s.steel()),
        ...Array.from({ length: 15 }, (_, n) => path(`M${164 + n * 10.2} 96l3-40h5l3 40z`, s.steel())),
        rect(160, 92, 160, 16, 5, s.down('#3a4150')),
        rect(176, 138, 128, 10, 3, '#d29a45'),
      ),
      group(
        'translate(376 372)',
        rect(-42, -14, 84, 46, 12, s.down('#272d39')),
        ...[0, 1, 2, 3, 4, 5, 6].map((n) => rect(-38 + n * 11.5, -38, 6, 30, 3, '#272d39')),
      ),
    ],
  },
  'BEL-007': {
    tint: '#d8e2d6',
    draw: (s) => [
      shadow(240, 398, 186),
      path('M52 220q-8 150 20 168q20 12 168 12t168-12q28-18 20-168z', s.down('#3f7d6e')),
      path(
        'M52 220q-8 150 20 168q20 12 168 12t168-12q28-18 20-168z',
        s.linear(
          [
            [0, '#ffffff', 0.3],
            [0.4, '#ffffff', 0],
            [1, '#052019', 0.4],
          ],
          'aslant',
        ),
      ),
      path('M52 226q6-98 62-106h252q56 8 62 106q-188 34-376 0z', s.down('#57a08e')),
      line('M58 224q182 32 364 0', '#e9d9b0', 13),
      line('M58 224q182 32 364 0', '#9b8752', 4, 'stroke-dasharray="4 6"'),
      rect(352, 216, 20, 52, 8, s.down('#e9c46a')),
      circle(362, 266, 10, 'none', 'stroke="#b98d2c" stroke-width="5"'),
      tube('M410 168q54 12 42 78', '#2c5a4f', 15),
      ...[110, 190, 270].map((x) => path(`M${x} 296q22-40 44 0q-22 36-44 0z`, '#8fc9ba', 'opacity=".5"')),
      ...[150, 230, 310].map((x) => path(`M${x} 348q20-34 40 0q-20 32-40 0z`, '#8fc9ba', 'opacity=".5"')),
      path('M92 146q30-16 70-14q-60 12-80 70z', '#ffffff', 'opacity=".3"'),
    ],
  },
  'BEL-008': {
    tint: '#eadbc0',
    draw: (s) => [
      shadow(230, 418, 118),
      box(s, [322, 236], [96, 176, 40], '#2f4a3c'),
      rect(336, 268, 68, 90, 4, '#f3e7c8'),
      path('M370 344q-26-30 0-64q26 34 0 64z', s.down('#c98a1b')),
      rect(138, 176, 164, 236, 30, s.across('#c98a1b')),
      rect(148, 214, 144, 188, 22, s.across('#e3a72f'), 'opacity=".8"'),
      rect(150, 190, 20, 206, 10, '#ffffff', 'opacity=".45"'),
      rect(152, 246, 136, 118, 6, '#f9f0d8'),
      path('M220 266q-30 30 0 62q30-32 0-62z', s.down('#d1952a')),
      words(220, 352, 20, 'ARGAN', '#5b4413', 'letter-spacing="3"'),
      rect(184, 140, 72, 42, 8, s.across('#262320')),
      rect(206, 96, 28, 48, 6, s.across('#262320')),
      path('M150 84q4-14 24-14h74q14 0 14 14v20h-66q-46 0-46-20z', s.down('#3a352f')),
      path('M150 100q-14 4-14 22h12q2-12 8-18z', '#262320'),
      path('M142 134q9 16 0 24q-9-8 0-24z', '#e3a72f'),
    ],
  },
};
