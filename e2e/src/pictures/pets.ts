import {
  circle,
  cylinder,
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

const bone = (s: Studio, x: number, y: number, degrees: number) =>
  turned(
    degrees,
    x,
    y,
    ...[-1, 1].flatMap((end) => [
      circle(x + end * 26, y - 9, 13, s.ball('#e8c48d')),
      circle(x + end * 26, y + 9, 13, s.ball('#e8c48d')),
    ]),
    rect(x - 28, y - 10, 56, 20, 8, s.down('#e8c48d')),
  );

const catFace = (x: number, y: number, size: number, fur: string, ear: string) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    path('M-46-14L-40-66L-10-42zM46-14L40-66L10-42z', fur),
    path('M-38-26L-35-54L-18-40zM38-26L35-54L18-40z', ear),
    ellipse(0, 0, 54, 46, fur),
    ellipse(-20, -4, 9, 11, '#f5d76e'),
    ellipse(20, -4, 9, 11, '#f5d76e'),
    ellipse(-20, -4, 3.5, 10, '#1b1d24'),
    ellipse(20, -4, 3.5, 10, '#1b1d24'),
    path('M-6 12h12l-6 8z', '#e58b94'),
    line('M0 20q-8 10-16 4M0 20q8 10 16 4M-24 14l-34-4M-24 20l-32 6M24 14l34-4M24 20l32 6', '#6d6f78', 2),
  );

export const PETS: Record<string, Picture> = {
  'PET-001': {
    tint: '#e7dccb',
    draw: (s) => [
      shadow(240, 392, 200, 28),
      ellipse(240, 304, 206, 98, s.down('#8f6f55')),
      ellipse(240, 276, 206, 98, s.ball('#c9a684')),
      ...Array.from({ length: 14 }, (_, n) => {
        const angle = (n / 14) * Math.PI * 2;
        return line(
          `M${240 + Math.cos(angle) * 142} ${266 + Math.sin(angle) * 60}L${240 + Math.cos(angle) * 200} ${280 + Math.sin(angle) * 94}`,
          '#7d5f47',
          3,
          'opacity=".4"',
        );
      }),
      ellipse(240, 262, 146, 62, s.down('#6f5440')),
      ellipse(240, 270, 138, 54, s.ball('#f4e9db')),
      ellipse(256, 252, 94, 42, s.ball('#6b7280')),
      path('M176 246q-18 46 52 46q60 0 70-12q-60 8-90-6t-32-28z', '#4b515c'),
      group(
        'translate(168 232)',
        path('M-34-6L-32-44L-8-26zM34-6L30-44L8-26z', '#5d636f'),
        ellipse(0, 4, 40, 34, s.ball('#7c8493')),
        line('M-22 2q8 8 14 0M8 2q8 8 14 0', '#23262d', 4),
        path('M-5 12h10l-5 7z', '#f0a3ab'),
      ),
    ],
  },
  'PET-002': {
    tint: '#c3dcec',
    draw: (s) => [
      shadow(240, 408, 168),
      path('M84 262h312l-22 128q-4 18-24 18H130q-20 0-24-18z', s.across('#f2f5f8')),
      ellipse(240, 262, 156, 46, s.down('#ffffff')),
      ellipse(240, 264, 138, 38, s.down('#4aa3dd')),
      ellipse(240, 258, 120, 28, '#8fd0f5', 'opacity=".7"'),
      path('M206 262q4-66-8-110h84q-12 44-8 110q-34 12-68 0z', s.across('#e9eef3')),
      ellipse(240, 150, 62, 22, s.down('#ffffff')),
      ellipse(240, 148, 48, 15, '#5cb2ea'),
      line('M240 146q-6-70-64-60q-44 10-40 92', '#6fc0f2', 15, 'opacity=".85"'),
      line('M240 146q6-70 64-60q44 10 40 92', '#6fc0f2', 15, 'opacity=".85"'),
      line('M240 144q-6-64-62-58M240 144q6-64 62-58', '#ffffff', 4, 'opacity=".8"'),
      path('M240 62q16 22 0 36q-16-14 0-36z', '#6fc0f2'),
      circle(240, 340, 20, '#dbe3ea'),
      circle(240, 340, 9, '#4ade80'),
    ],
  },
  'PET-003': {
    tint: '#d9e9d4',
    draw: (s) => [
      shadow(250, 404, 150, 22),
      turned(
        38,
        240,
        240,
        rect(204, 214, 74, 240, 36, s.across('#2fa36b')),
        rect(222, 262, 38, 150, 19, s.across('#1f7a4e')),
        ellipse(241, 246, 22, 26, s.ball('#ffd166')),
        rect(116, 70, 250, 150, 40, s.down('#34b378')),
        rect(130, 82, 222, 124, 30, s.down('#f1f4f6')),
        ...Array.from({ length: 60 }, (_, n) => {
          const x = 148 + (n % 12) * 17;
          const y = 98 + Math.floor(n / 12) * 22;
          return line(`M${x} ${y + 10}l6-13l-8-6`, '#707a88', 3) + circle(x - 2, y - 9, 3.4, '#e2574c');
        }),
      ),
      ...[
        [86, 120],
        [110, 90],
        [70, 160],
      ].map(([x = 0, y = 0]) => line(`M${x} ${y}q24-20 40 4t34-6`, '#b8926a', 5, 'opacity=".7"')),
    ],
  },
  'PET-004': {
    tint: '#d9d2c6',
    draw: (s) => {
      const rope = s.pattern(
        24,
        12,
        `${rect(0, 0, 24, 12, 0, '#c79a5b')}${line('M-2 12L10 0M10 12L22 0M22 12L34 0', '#9c7238', 3)}`,
      );
      return [
        rect(
          128,
          40,
          196,
          396,
          24,
          '#141b2e',
          'opacity=".3" filter="url(#soft)" transform="translate(12 12)"',
        ),
        rect(116, 32, 196, 400, 24, s.wood('#d8ad78')),
        rect(
          116,
          32,
          196,
          400,
          24,
          s.linear(
            [
              [0, '#ffffff', 0.35],
              [0.6, '#ffffff', 0],
              [1, '#3b2205', 0.35],
            ],
            'aslant',
          ),
        ),
        rect(140, 62, 148, 340, 12, rope),
        rect(
          140,
          62,
          148,
          340,
          12,
          s.linear(
            [
              [0, '#2b1703', 0.5],
              [0.3, '#ffffff', 0.15],
              [1, '#2b1703', 0.5],
            ],
            'across',
          ),
        ),
        ...[
          [132, 48],
          [296, 48],
          [132, 416],
          [296, 416],
        ].map(([x = 0, y = 0]) => circle(x, y, 7, s.ball('#8d96a4'))),
        line('M312 70q66 6 66 84v56', '#8d6b3e', 5),
        circle(378, 236, 30, s.ball('#ee6c6c')),
        line('M352 226q26 16 52 0M356 254q22-14 44 0', '#ffffff', 4, 'opacity=".7"'),
        line('M176 150l-8 60M196 144l-6 66M216 148l-6 60', '#7d5726', 5, 'opacity=".7"'),
      ];
    },
  },
  'PET-005': {
    tint: '#ead2c8',
    draw: (s) => [
      shadow(240, 418, 170, 20),
      tube('M152 150q-6-88 88-92q94 4 88 92', '#d94a22', 30),
      tube('M96 292q-24 96 144 108q168-12 144-108', '#d94a22', 30),
      line(
        'M152 150q-6-88 88-92q94 4 88 92M96 292q-24 96 144 108q168-12 144-108',
        '#ffd9c9',
        4,
        'stroke-dasharray="9 9"',
      ),
      path(
        'M136 138q26 22 50 24q54 14 108 0q24-2 50-24q26 60-8 104q40 16 72 46l-36 50q-30-30-66-40h-132q-36 10-66 40l-36-50q32-30 72-46q-34-44-8-104z',
        s.down('#b93714'),
      ),
      path(
        'M152 162q28 20 54 22q34 6 68 0q26-2 54-22q10 44-20 76l8 14q36 14 66 38l-14 20q-28-22-62-28h-132q-34 6-62 28l-14-20q30-24 66-38l8-14q-30-32-20-76z',
        s.down('#f4703f'),
      ),
      line('M164 184q40 24 76 22t76-22M132 286q44-26 108-26t108 26', '#ffe3d6', 4, 'stroke-dasharray="6 8"'),
      rect(72, 302, 56, 60, 12, s.down('#20252f')),
      rect(352, 302, 56, 60, 12, s.down('#20252f')),
      rect(86, 316, 28, 32, 6, '#485062'),
      rect(366, 316, 28, 32, 6, '#485062'),
      rect(206, 214, 68, 32, 8, s.down('#20252f')),
      words(240, 237, 19, 'PET', '#ffd9c9', 'letter-spacing="2"'),
      circle(240, 150, 23, 'none', 'stroke="#8b94a2" stroke-width="9"'),
      circle(240, 150, 23, 'none', 'stroke="#f4f6f8" stroke-width="3"'),
      tube('M250 128q50-60 150-86', '#20252f', 13),
    ],
  },
  'PET-006': {
    tint: '#cfe3f1',
    draw: (s) => [
      shadow(224, 400, 150),
      circle(224, 246, 152, s.ball('#2f9fd0')),
      path('M74 232q150 54 300 0l1 30q-151 56-302 0z', s.across('#f4d35e')),
      ...[
        [168, 152, 22],
        [262, 136, 24],
        [318, 190, 20],
        [130, 330, 22],
        [224, 348, 24],
        [310, 322, 20],
      ].map(
        ([x = 0, y = 0, r = 0]) =>
          ellipse(x, y, r, r * 0.9, '#0d4763') + ellipse(x + 2, y + 4, r * 0.8, r * 0.68, '#072c3f'),
      ),
      gloss('M112 170q28-60 84-74q-50 34-58 88z', 0.5),
      bone(s, 372, 392, -18),
      bone(s, 404, 344, 30),
      bone(s, 312, 424, 8),
      circle(250, 420, 11, s.ball('#b97f4a')),
      circle(276, 404, 9, s.ball('#b97f4a')),
    ],
  },
  'PET-007': {
    tint: '#d3dbe0',
    draw: (s) => {
      const mesh = s.pattern(10, 10, line('M0 0L10 10M10 0L0 10', '#2a2f3a', 1.6));
      return [
        shadow(240, 412, 184),
        tube('M142 156q0-104 98-104t98 104', '#3c4658', 20),
        path('M66 186q0-40 40-40h268q40 0 40 40v182q0 40-40 40H106q-40 0-40-40z', s.down('#4f7cac')),
        path('M66 186q0-40 40-40h268q40 0 40 40v8H66z', s.down('#6b98c6')),
        rect(112, 206, 256, 166, 40, '#1a2230'),
        catFace(240, 306, 1.15, s.ball('#e8a25c'), '#f4c9b4'),
        rect(112, 206, 256, 166, 40, mesh, 'opacity=".75"'),
        rect(112, 206, 256, 166, 40, 'none', 'stroke="#26374b" stroke-width="9"'),
        line('M112 206q128-14 256 0', '#f2c14e', 5),
        rect(226, 190, 28, 18, 6, s.steel()),
        rect(58, 372, 364, 34, 16, s.down('#35506f')),
        cylinder(s, [86, 300], [7, 4], 44, '#f2c14e'),
        cylinder(s, [394, 300], [7, 4], 44, '#f2c14e'),
      ];
    },
  },
};
