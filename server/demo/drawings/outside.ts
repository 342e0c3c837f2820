import { type Random, randomFrom, times } from "../shared/random";
import { box, bush, disc, drawing, height, line, shade, shape, width } from "./svg";

/** Hours of the day: the sky from above to below, the far houses, the ground, trees, window panes, how many of those are lit, the dark over walls, and the sun or moon. */
const hours = [
  {
    ...{ sky: ["#5f9fd6", "#a9d0ee", "#e6f2f8"], far: ["#b9cfdf", "#9fbbd0"], ground: "#c9ccc4" },
    ...{ trees: ["#4f7f4c", "#6b9a5c"], pane: "#8fb3cb", lamp: "#dcebf3", lit: 0.3, veil: "rgba(0,0,0,0)" },
    sun: [150, 96, 34, "#fff6d8"],
  },
  {
    ...{ sky: ["#39466f", "#a8698a", "#f3a878", "#fbd9a5"], far: ["#7c6a88", "#60557a"], ground: "#6f6473" },
    ...{ trees: ["#3d4a4a", "#4c5c55"], pane: "#6b6f91", lamp: "#ffdf9e", lit: 0.42, veil: "rgba(70,40,90,.30)" },
    sun: [640, 396, 46, "#ffe2b0"],
  },
] as const;
type Hour = (typeof hours)[number];

/** Wall, its shaded side, and bands or frames. */
const walls: readonly Wall[] = [
  ["#ece7dd", "#cfc7b8", "#a89c88"],
  ["#d9dee2", "#b8c0c7", "#8b959e"],
  ["#c8a98b", "#a98767", "#7d5f45"],
  ["#b9745a", "#985a44", "#6c3d2d"],
];

const horizon = 470;

/** A house from the street by day or in the evening: a tower, a block with balconies, two towers or a low house; the same house both times. */
export function housePicture(house: number, at: number): string {
  const random = randomFrom(house * 7_919 + 11);
  const hour = hours[at % hours.length];
  const wall = walls[(house * 5 + 1) % walls.length];
  if (!hour || !wall) return drawing([]);
  const kind = house % kinds.length;
  const darker: Wall = kind === 3 ? [wall[1], wall[2], wall[2]] : wall;
  return drawing([
    `<defs>${shade("sky", hour.sky)}</defs>`,
    box(0, 0, width, height, "url(#sky)"),
    disc(hour.sun[0], hour.sun[1], hour.sun[2], hour.sun[3], 'opacity=".9"'),
    skyline(randomFrom(house * 31 + 7), hour),
    ...(kinds[kind] ?? []).map((given, place) => front(random, hour, place ? darker : wall, given(random))),
    street(randomFrom(house * 17 + 5), hour),
  ]);
}

/** What one sees from a high balcony. */
export function viewPicture(seed: number): string {
  const random = randomFrom(seed * 104_729 + 3);
  const hour = hours[(seed + 1) % hours.length];
  if (!hour) return drawing([]);
  const hills = `M0 330 C120 ${270 + random.whole(0, 40)} 240 ${320 - random.whole(0, 30)} 400 300 S680 ${250 + random.whole(0, 50)} 800 310 V600 H0Z`;
  return drawing([
    `<defs>${shade("sky", hour.sky)}${shade("sea", [hour.sky.at(-1) ?? "", hour.sky[0] ?? ""])}</defs>`,
    box(0, 0, width, height, "url(#sky)"),
    disc(hour.sun[0], 200, hour.sun[2], hour.sun[3], 'opacity=".9"'),
    `<path d="${hills}" fill="${hour.far[0]}"/>`,
    seed % 2 ? box(0, 352, width, 90, "url(#sea)") : "",
    skyline(random, hour, 430, 0.6),
    skyline(random, hour, 510, 0.9),
    box(0, 510, width, 90, hour.trees[0] ?? ""),
    ...times(16, (index) =>
      bush(index * 54 + random.whole(0, 20), 516 + random.whole(-6, 10), 26, hour.trees[1] ?? ""),
    ),
    box(0, 520, width, 8, "#f3f1ec"),
    ...times(17, (index) => box(index * 50 - 2, 528, 4, 72, "#f3f1ec", 'opacity=".85"')),
    box(0, 528, width, 72, "#dfeaf0", 'opacity=".22"'),
  ]);
}

/** Houses far away, in two rows. */
function skyline(random: Random, hour: Hour, foot = horizon, scale = 1): string {
  return hour.far
    .map((colour, row) => {
      let houses = "";
      for (let x = -20; x < width; ) {
        const wide = random.whole(34, 74) * scale;
        const high = random.whole(40, row ? 110 : 190) * scale;
        houses += box(x, foot - high, wide, high + 4, colour);
        x += wide + random.whole(-6, 14);
      }
      return houses;
    })
    .join("");
}

type Wall = readonly [light: string, dark: string, frame: string];
type Front = readonly [
  ...[x: number, top: number, wide: number, columns: number, floors: number],
  hasBalconies: boolean,
];
type Kind = readonly ((random: Random) => Front)[];

/** The fronts of a tower, a block with balconies, two towers, and a low house whose second part is darker. */
const kinds: readonly Kind[] = [
  [(random) => [random.whole(270, 330), random.whole(70, 110), 190, 5, 17, random.chance(0.7)]],
  [(random) => [random.whole(110, 150), random.whole(196, 224), 470, 10, 8, true]],
  [() => [190, 150, 150, 4, 14, false], (random) => [430, random.whole(84, 112), 160, 4, 17, random.chance(0.5)]],
  [() => [150, 318, 250, 5, 4, true], (random) => [400, random.whole(278, 296), 190, 4, 5, false]],
];

/** One front with its shaded side, its windows floor by floor, and a roof line. */
function front(random: Random, hour: Hour, [light, dark, frame]: Wall, given: Front): string {
  const [x, top, wide, columns, floors, hasBalconies] = given;
  const storey = (horizon - top) / (floors + 1);
  const bay = wide / columns;
  const side = wide * 0.22;
  const far = x + wide + side;
  const shaded = `${x + wide},${top} ${far},${top + side * 0.45} ${far},${horizon} ${x + wide},${horizon}`;
  let drawn = shape(shaded, dark) + shape(shaded, hour.veil);
  drawn += box(x, top, wide, horizon - top, light) + box(x, top, wide, horizon - top, hour.veil);
  drawn += box(x - 4, top - 7, wide + 8, 9, frame) + box(x - 4, top - 7, wide + 8, 9, hour.veil);
  for (let floor = 0; floor < floors; floor++) {
    const y = top + storey * (floor + 0.28);
    for (let column = 0; column < columns; column++) {
      const isLit = random.chance(hour.lit);
      const at = x + bay * (column + 0.14);
      drawn += box(at, y, bay * 0.72, storey * 0.56, isLit ? hour.lamp : hour.pane);
      drawn += box(at + bay * 0.35, y, 1.6, storey * 0.56, frame, 'opacity=".7"');
    }
    if (hasBalconies) {
      drawn += box(x + bay * 0.06, y + storey * 0.34, wide - bay * 0.12, storey * 0.3, "#eaf2f6", 'opacity=".42"');
      drawn += box(x - 3, y + storey * 0.62, wide + 6, 3.4, frame);
    }
  }
  const door = horizon - storey * 0.92;
  drawn += box(x, door, wide, storey * 0.92, frame, 'opacity=".55"');
  drawn += box(x + wide * 0.36, door + 5, wide * 0.28, storey * 0.92 - 5, hour.lamp, 'opacity=".9"');
  return drawn;
}

/** The street before it, with trees and, in the evening, lamps. */
function street(random: Random, hour: Hour): string {
  const trees = times(9, (index) => {
    const x = index * 96 + random.whole(-16, 16);
    const size = random.whole(20, 34);
    const isTall = random.chance(0.45);
    const crown = horizon - (isTall ? 58 : 16);
    const trunk = isTall ? box(x - 3, crown, 6, 70, "#5b4a3c") : "";
    return trunk + bush(x, crown, size, random.pick(hour.trees));
  });
  return [
    box(0, horizon, width, height - horizon, hour.ground),
    box(0, horizon, width, 16, "#fff", 'opacity=".10"'),
    ...trees,
    shape(`0,540 ${width},520 ${width},${height} 0,${height}`, "#000", 'opacity=".16"'),
    line("M0 572 L800 552", "#fff", 4, 'opacity=".45" stroke-dasharray="46 34"'),
  ].join("");
}
