import {
  box,
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
} from './studio';

const brick = (s: Studio, [x, y]: readonly [number, number], studs: number, colour: string) =>
  [
    box(s, [x, y], [studs * 44, 54, 40], colour),
    ...Array.from(
      { length: studs },
      (_, n) =>
        rect(x + n * 44 + 22, y - 26, 28, 18, 6, s.across(colour)) +
        ellipse(x + n * 44 + 36, y - 26, 14, 5.5, s.down(colour)),
    ),
  ].join('');

const pot = (s: Studio, x: number, y: number, colour: string) =>
  [
    path(`M${x - 42} ${y}h84l-6 62q-36 14-72 0z`, s.across('#f6f7f9')),
    rect(x - 38, y + 18, 76, 26, 4, s.across(colour)),
    rect(x - 46, y - 22, 92, 28, 8, s.across(colour)),
    ellipse(x, y - 22, 46, 10, s.down(colour)),
  ].join('');

const PIECE =
  'M0 0h34q-8-24 12-24t12 24h34v34q24-8 24 12t-24 12v34H58q8-24-12-24T34 92H0V58q-24 8-24-12t24-12z';

const wheel = (s: Studio, x: number, y: number, radius: number) =>
  [
    circle(x, y, radius, s.ball('#2b2e36')),
    ...Array.from({ length: 14 }, (_, n) =>
      turned((n * 360) / 14, x, y, rect(x - 7, y - radius - 5, 14, 15, 4, '#17191f')),
    ),
    circle(x, y, radius * 0.55, s.ball('#d7dce3')),
    circle(x, y, radius * 0.3, '#8b93a0'),
    ...[0, 72, 144, 216, 288].map((angle) =>
      turned(angle, x, y, circle(x, y - radius * 0.4, 3.5, '#59606c')),
    ),
  ].join('');

export const TOYS: Record<string, Picture> = {
  'BRI-001': {
    tint: '#dfe6ee',
    draw: (s) => [
      shadow(246, 420, 176),
      brick(s, [62, 360], 4, '#2f6fde'),
      brick(s, [246, 360], 3, '#f6b52c'),
      brick(s, [106, 306], 3, '#e2453c'),
      brick(s, [246, 306], 2, '#2fa45f'),
      brick(s, [150, 252], 2, '#f6b52c'),
      brick(s, [240, 252], 3, '#2f6fde'),
      brick(s, [150, 198], 3, '#2fa45f'),
      brick(s, [196, 144], 2, '#e2453c'),
    ],
  },
  'BRI-002': {
    tint: '#d9e4d8',
    draw: (s) => {
      const cuts = s.pattern(
        92,
        92,
        `${line('M0 0h34q-8-22 12-22t12 22h34M0 0v34q-22-8-22 12t22 12v34M0 92h34q-8-22 12-22t12 22h34M92 0v34q-22-8-22 12t22 12v34', '#10261c', 2.4)}`,
      );
      const landscape = [
        rect(
          40,
          66,
          368,
          276,
          0,
          s.linear(
            [
              [0, '#4aa3e0'],
              [0.6, '#bfe3f5'],
              [1, '#fbe3b4'],
            ],
            'down',
          ),
        ),
        circle(322, 130, 34, '#fff1b0'),
        path('M40 252L150 120L236 232L300 158L408 262V342H40z', s.down('#6d7fa8')),
        path('M150 120l-30 36l22-6l14 14l16-16zM300 158l-20 24l16-4l10 10l14-12z', '#ffffff'),
        path('M40 286q90-60 190-20t178-18v94H40z', s.down('#4f9d4a')),
        path('M188 342q10-56 60-70q40-14 20-24q60 10 20 40q-40 24-30 54z', '#8fd3f0'),
        ...[70, 104, 344, 378].map((x) => path(`M${x} 314l16-58l16 58z`, '#1f5d33')),
      ].join('');
      return [
        shadow(232, 392, 176, 22),
        rect(32, 62, 384, 288, 8, s.down('#e8dcc4')),
        landscape,
        group('translate(40 66)', rect(0, 0, 368, 276, 0, cuts, 'opacity=".55"')),
        path('M316 250h92v92h-34q8-22-12-22t-12 22h-34v-34q-22 8-22-12t22-12z', '#cbb995'),
        group(
          'translate(340 318) rotate(16)',
          path(PIECE, '#0b1020', 'opacity=".35" transform="translate(8 10)"'),
          path(PIECE, s.down('#58ad52')),
          path(PIECE, 'none', 'stroke="#1f5d33" stroke-width="3"'),
          path('M0 60q40-30 92-6v34H0z', '#8fd3f0', 'opacity=".8"'),
        ),
        group(
          'translate(72 372) rotate(-12) scale(.72)',
          path(PIECE, s.down('#4aa3e0')),
          path(PIECE, 'none', 'stroke="#1c5f8d" stroke-width="4"'),
        ),
      ];
    },
  },
  'BRI-003': {
    tint: '#f1e1c4',
    draw: (s) => {
      const animals = [
        // Toucan, fish, jaguar, back of a card, turtle and frog.
        [
          circle(-10, 0, 26, '#1d222c'),
          path('M6-16q46-6 46 14q-26 14-44 6z', '#f59a23'),
          circle(-2, -6, 11, '#ffffff'),
          circle(0, -6, 5, '#1d222c'),
          path('M-24 20l-10 24l24-16z', '#1d222c'),
        ],
        [
          ellipse(-4, 4, 34, 20, '#2f8fd0'),
          path('M26 4l24-18v36z', '#2f8fd0'),
          circle(-20, 0, 4, '#ffffff'),
          line('M-4-12q10 16 0 32', '#bfe3f5', 4),
        ],
        [
          circle(0, 2, 32, '#eeb04a'),
          circle(-24, -24, 11, '#c98a1b'),
          circle(24, -24, 11, '#c98a1b'),
          circle(-11, -4, 4, '#1d222c'),
          circle(11, -4, 4, '#1d222c'),
          path('M-8 10h16l-8 9z', '#7a3d12'),
          ...[
            [-20, -12],
            [20, -12],
            [0, -22],
            [-24, 12],
            [24, 12],
          ].map(([x = 0, y = 0]) => circle(x, y, 4, '#7a4a10')),
        ],
        [],
        [
          ellipse(0, 2, 36, 24, '#4f9d4a'),
          circle(40, 0, 12, '#86c26b'),
          path('M-22-4l12-14h20l12 14l-12 16h-20z', '#2c6b35'),
          ...[
            [-26, 24],
            [24, 24],
          ].map(([x = 0, y = 0]) => ellipse(x, y, 9, 7, '#86c26b')),
        ],
        [
          ellipse(0, 8, 34, 26, '#3fae5a'),
          circle(-18, -18, 12, '#3fae5a'),
          circle(18, -18, 12, '#3fae5a'),
          circle(-18, -20, 5, '#1d222c'),
          circle(18, -20, 5, '#1d222c'),
          line('M-16 14q16 12 32 0', '#14562a', 4),
        ],
      ];
      return [
        shadow(240, 412, 180, 20),
        ...animals.map((animal, n) => {
          const [x, y] = [100 + (n % 3) * 140, 136 + Math.floor(n / 3) * 190];
          const back = animal.length === 0;
          return turned(
            [-5, 3, 6, 4, -4, 5][n] ?? 0,
            x,
            y,
            rect(x - 56, y - 76, 124, 164, 16, '#141b2e', 'opacity=".28" filter="url(#near)"'),
            rect(x - 62, y - 82, 124, 164, 16, s.down(back ? '#e2574c' : '#fffdf6')),
            rect(
              x - 52,
              y - 72,
              104,
              144,
              10,
              back
                ? s.aslant('#c93f36')
                : (['#d6efdc', '#d9ecf8', '#fbe8c6', '', '#e3f0d2', '#d3f0ee'][n] ?? '#ffffff'),
            ),
            ...(back
              ? [
                  circle(x, y, 34, '#ffd166'),
                  path(`M${x} ${y - 22}l7 15l16 2l-12 11l3 16l-14-8l-14 8l3-16l-12-11l16-2z`, '#e2574c'),
                ]
              : [group(`translate(${x - 2} ${y}) scale(1.08)`, ...animal)]),
          );
        }),
      ];
    },
  },
  'BRI-004': {
    tint: '#e3e0f0',
    draw: (s) => [
      shadow(240, 410, 184, 22),
      ...[
        ['#e2453c', '#f08a24', '#f6c92c', '#7db249'],
        ['#2fa45f', '#2bb5b0', '#2f6fde', '#6d4fd0'],
        ['#b04fc4', '#e86aa6', '#8a5a3a', '#f2f2f2'],
      ].flatMap((row, line) => row.map((colour, n) => pot(s, 84 + n * 104, 118 + line * 112, colour))),
      path('M196 420q-30-26 6-44q40-18 62 8q34-8 36 18q0 26-40 26q-44 2-64-8z', s.ball('#e2453c')),
    ],
  },
  'BRI-005': {
    tint: '#e4dccb',
    draw: (s) => [
      shadow(226, 402, 190, 22),
      path(
        'M66 246l24-66q4-12 18-12h166q12 0 20 10l50 60l62 14q14 4 14 20v44H52v-52q0-16 14-18z',
        s.down('#e2572b'),
      ),
      path('M112 234l18-48h64v48zM208 186h58l40 48h-98z', s.down('#26334a')),
      path('M118 230l14-40h26l-22 40z', '#9fc5e8', 'opacity=".7"'),
      rect(52, 268, 370, 14, 4, '#2a2d35'),
      rect(96, 138, 176, 12, 6, s.across('#3a3f4a')),
      ...[118, 160, 202, 244].map((x) => rect(x, 120, 24, 22, 6, s.ball('#ffe08a'))),
      circle(402, 268, 15, s.ball('#fff0b8')),
      rect(36, 288, 34, 30, 6, '#2a2d35'),
      rect(406, 296, 32, 26, 6, '#2a2d35'),
      path('M214 250l30 0l-8 30h40l-60 40l16-34h-30z', '#ffd166'),
      wheel(s, 134, 322, 72),
      wheel(s, 336, 322, 72),
      line('M86 168L60 68', '#20242c', 4),
      circle(60, 66, 6, '#e2453c'),
      group(
        'translate(396 118)',
        rect(-48, -34, 96, 66, 24, s.down('#2b303b')),
        circle(-20, 0, 14, s.ball('#59616f')),
        circle(22, 0, 14, s.ball('#e2572b')),
        line('M30-34v-46', '#20242c', 4),
      ),
    ],
  },
  'BRI-006': {
    tint: '#d3e9ef',
    draw: (s) => [
      shadow(236, 414, 156, 20),
      turned(
        -7,
        240,
        240,
        rect(86, 54, 308, 368, 34, s.down('#ff8fb1')),
        rect(86, 46, 308, 368, 34, s.down('#ffb3c9')),
        rect(112, 74, 256, 268, 16, '#12161f'),
        line('M136 300q104-150 208 0', '#ff5d5d', 9),
        line('M152 304q88-122 176 0', '#ffb340', 9),
        line('M168 308q72-94 144 0', '#ffe45c', 9),
        line('M184 312q56-66 112 0', '#59e08d', 9),
        line('M200 316q40-38 80 0', '#56b8ff', 9),
        circle(166, 126, 22, 'none', 'stroke="#ffe45c" stroke-width="6"'),
        line(
          'M166 90v-6M166 162v6M130 126h-6M202 126h6M141 101l-4-4M191 151l4 4M141 151l-4 4M191 101l4-4',
          '#ffe45c',
          5,
        ),
        line('M270 150q-4-26 20-26q10-22 32-8q26-4 24 22q0 14-18 14h-44q-14 0-14-2z', '#8fd8ff', 6),
        circle(240, 380, 21, s.ball('#ffffff')),
        path('M232 380h16M240 372v16', 'none', 'stroke="#ff8fb1" stroke-width="4"'),
      ),
      turned(
        32,
        398,
        320,
        rect(388, 190, 22, 210, 11, s.across('#56b8ff')),
        path('M388 392h22l-11 34z', '#20242c'),
      ),
      gloss('M104 84q8-30 40-34l-20 300q-20-8-22-30z', 0.25),
      tube('M400 176q20-60-40-84', '#ff8fb1', 5),
    ],
  },
};
