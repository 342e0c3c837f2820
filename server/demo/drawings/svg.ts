/** The measures of every drawing, in pixels. */
export const width = 800;
export const height = 600;

const figure = (value: number) => String(Math.round(value * 10) / 10);

/** A box; `more` are further attributes. */
export const box = (x: number, y: number, wide: number, high: number, fill: string, more = ""): string =>
  `<rect x="${figure(x)}" y="${figure(y)}" width="${figure(wide)}" height="${figure(high)}" fill="${fill}" ${more}/>`;

/** A polygon; its points as SVG writes them. */
export const shape = (points: string, fill: string, more = ""): string =>
  `<polygon points="${points}" fill="${fill}" ${more}/>`;

export const disc = (x: number, y: number, radius: number, fill: string, more = ""): string =>
  `<circle cx="${figure(x)}" cy="${figure(y)}" r="${figure(radius)}" fill="${fill}" ${more}/>`;

export const line = (path: string, stroke: string, wide: number, more = ""): string =>
  `<path d="${path}" stroke="${stroke}" stroke-width="${wide}" fill="none" ${more}/>`;

/** From above to below. */
export const shade = (id: string, colours: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`;

export const drawing = (parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;

/** A few trees or bushes along a line. */
export const bush = (x: number, y: number, size: number, fill: string): string =>
  disc(x, y, size, fill) +
  disc(x - size * 0.8, y + size * 0.35, size * 0.7, fill) +
  disc(x + size * 0.8, y + size * 0.3, size * 0.75, fill);
