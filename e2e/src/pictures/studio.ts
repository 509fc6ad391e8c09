/** A colour as #rrggbb. */
type Colour = string;
/** Where along a gradient which colour stands, and how opaque. */
type Stop = readonly [offset: number, colour: Colour, opacity?: number];

/** A picture is a drawing in front of a backdrop of this tint. */
export interface Picture {
  tint: Colour;
  draw: (studio: Studio) => string[];
}

export const SIZE = 480;

/** Blends two colours; `part` of the second one. */
function mix(one: Colour, other: Colour, part: number): Colour {
  const channels = [1, 3, 5].map((start) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16));
    return Math.round((from ?? 0) * (1 - part) + (to ?? 0) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

export const lighter = (colour: Colour, part: number) => mix(colour, '#ffffff', part);
export const darker = (colour: Colour, part: number) => mix(colour, '#0b1020', part);

const DIRECTIONS = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  across: 'x1="0" y1="0" x2="1" y2="0"',
  aslant: 'x1="0" y1="0" x2="1" y2="1"',
};

/** Paints for one picture: each gradient is defined once it is asked for. */
export class Studio {
  readonly #definitions: string[] = [];

  linear(stops: readonly Stop[], direction: keyof typeof DIRECTIONS): string {
    return this.define('linearGradient', DIRECTIONS[direction], stopsOf(stops));
  }

  radial(stops: readonly Stop[], [x, y, radius]: readonly [number, number, number]): string {
    return this.define('radialGradient', `cx="${x}" cy="${y}" r="${radius}"`, stopsOf(stops));
  }

  /** A repeated little drawing. */
  pattern(width: number, height: number, drawing: string): string {
    const box = `width="${width}" height="${height}" patternUnits="userSpaceOnUse"`;
    return this.define('pattern', box, drawing);
  }

  /** A surface under light from above. */
  down(colour: Colour): string {
    return this.linear(
      [
        [0, lighter(colour, 0.3)],
        [0.4, colour],
        [1, darker(colour, 0.3)],
      ],
      'down',
    );
  }

  /** A flat surface with a sheen. */
  aslant(colour: Colour): string {
    return this.linear(
      [
        [0, lighter(colour, 0.4)],
        [0.5, colour],
        [1, darker(colour, 0.32)],
      ],
      'aslant',
    );
  }

  /** An upright cylinder. */
  across(colour: Colour): string {
    const [dark, light] = [darker(colour, 0.42), lighter(colour, 0.5)];
    return this.linear(
      [
        [0, dark],
        [0.12, colour],
        [0.27, light],
        [0.44, colour],
        [0.8, darker(colour, 0.24)],
        [1, dark],
      ],
      'across',
    );
  }

  steel(): string {
    return this.linear(
      [
        [0, '#6b7482'],
        [0.1, '#aeb6c1'],
        [0.24, '#f6f8fa'],
        [0.4, '#b9c1cb'],
        [0.6, '#8d96a3'],
        [0.78, '#c8ced6'],
        [1, '#5d6674'],
      ],
      'across',
    );
  }

  ball(colour: Colour): string {
    return this.radial(
      [
        [0, lighter(colour, 0.7)],
        [0.3, lighter(colour, 0.15)],
        [0.7, darker(colour, 0.14)],
        [1, darker(colour, 0.5)],
      ],
      [0.36, 0.3, 0.72],
    );
  }

  glass(colour: Colour): string {
    return this.linear(
      [
        [0, darker(colour, 0.2), 0.75],
        [0.15, colour, 0.35],
        [0.3, '#ffffff', 0.6],
        [0.5, colour, 0.22],
        [0.85, colour, 0.35],
        [1, darker(colour, 0.25), 0.75],
      ],
      'across',
    );
  }

  wood(colour: Colour): string {
    const grain = `<path d="M0 9Q30 3 60 9T120 9M0 22Q40 28 70 21T120 22M0 33Q25 30 60 34T120 33" fill="none" stroke="${darker(colour, 0.3)}" stroke-opacity=".35" stroke-width="1.6"/>`;
    return this.pattern(120, 40, `${rect(0, 0, 120, 40, 0, colour)}${grain}`);
  }

  definitions(): string {
    return this.#definitions.join('');
  }

  private define(element: string, attributes: string, content: string): string {
    const id = `p${this.#definitions.length}`;
    this.#definitions.push(`<${element} id="${id}" ${attributes}>${content}</${element}>`);
    return `url(#${id})`;
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  more = '',
) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** A cable, a handle: a line with a dark rim and a light one. */
export const tube = (d: string, colour: Colour, width: number) =>
  [
    line(d, darker(colour, 0.4), width),
    line(d, colour, width * 0.72),
    line(
      d,
      lighter(colour, 0.55),
      width * 0.2,
      `transform="translate(${-width * 0.13} ${-width * 0.16})" opacity=".85"`,
    ),
  ].join('');

export const group = (transform: string, ...drawings: string[]) =>
  `<g transform="${transform}">${drawings.join('')}</g>`;

export const turned = (degrees: number, x: number, y: number, ...drawings: string[]) =>
  group(`rotate(${degrees} ${x} ${y})`, ...drawings);

export const words = (x: number, y: number, size: number, text: string, fill: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="Arial, Helvetica, sans-serif" font-weight="700" text-anchor="middle" fill="${fill}" ${more}>${text}</text>`;

/** What an object on the floor darkens beneath it. */
export const shadow = (x: number, y: number, width: number, height = width * 0.13) =>
  ellipse(x, y, width, height, '#141b2e', 'opacity=".3" filter="url(#soft)"') +
  ellipse(x, y, width * 0.86, height * 0.5, '#0b1020', 'opacity=".4" filter="url(#near)"');

/** Light that lies on a surface. */
export const gloss = (d: string, opacity = 0.35) => path(d, '#ffffff', `opacity="${opacity}"`);

/** An upright cylinder with its lid: the middle of the lid, half its width and height, and how high the body is. */
export function cylinder(
  studio: Studio,
  [x, top]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  height: number,
  colour: Colour,
): string {
  const body = `M${x - rx} ${top}v${height}a${rx} ${ry} 0 0 0 ${2 * rx} 0v${-height}z`;
  return path(body, studio.across(colour)) + ellipse(x, top, rx, ry, studio.down(lighter(colour, 0.18)));
}

/** A box seen from the front, above and the right. */
export function box(
  studio: Studio,
  [x, y]: readonly [number, number],
  [width, height, depth]: readonly [number, number, number],
  colour: Colour,
): string {
  const [dx, dy] = [depth * 0.8, -depth * 0.5];
  return [
    path(`M${x} ${y}l${dx} ${dy}h${width}l${-dx} ${-dy}z`, studio.down(lighter(colour, 0.32))),
    path(`M${x + width} ${y}l${dx} ${dy}v${height}l${-dx} ${-dy}z`, studio.down(darker(colour, 0.28))),
    rect(x, y, width, height, 0, studio.down(colour)),
  ].join('');
}

/** The whole picture as an SVG document. */
export function toSvg({ tint, draw }: Picture): string {
  const studio = new Studio();
  const wall = studio.radial(
    [
      [0, lighter(tint, 0.8)],
      [0.55, lighter(tint, 0.25)],
      [1, darker(tint, 0.1)],
    ],
    [0.5, 0.36, 0.8],
  );
  const floor = studio.linear(
    [
      [0, lighter(tint, 0.5), 0],
      [0.22, lighter(tint, 0.42)],
      [1, darker(tint, 0.07)],
    ],
    'down',
  );
  const drawing = draw(studio).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">
<defs><filter id="soft" x="-40%" y="-120%" width="180%" height="340%"><feGaussianBlur stdDeviation="13"/></filter>
<filter id="near" x="-40%" y="-160%" width="180%" height="420%"><feGaussianBlur stdDeviation="5"/></filter>
<filter id="glow" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="14"/></filter>${studio.definitions()}</defs>
${rect(0, 0, SIZE, SIZE, 0, wall)}${rect(0, 310, SIZE, 170, 0, floor)}${drawing}</svg>`;
}
