import { type Random, randomFrom, times } from "../shared/random";
import { box, bush, drawing, height, line, shade, shape, width } from "./svg";

/** Wall, floor, its joints, fabric, wood, and what is seen through the window from above to below. */
const rooms = [
  ["#f1ede6", "#d3b48c", "#b8966b", "#8a9a96", "#7b5a3c", ["#7fb2dc", "#dcecf4"]],
  ["#e8ebec", "#bfa387", "#a3866a", "#c2b29c", "#5c4736", ["#5a4f7c", "#f0a780"]],
  ["#f5f1ea", "#c9b79e", "#ae9a7e", "#5f7285", "#8c6b4a", ["#a8cbe4", "#f2ede0"]],
  ["#ded8ce", "#8d6e52", "#75583f", "#d9d3c7", "#3f3128", ["#14233f", "#44597c"]],
  ["#f3eee9", "#dbc3a2", "#c0a681", "#a86f56", "#6d4c34", ["#8fc0e6", "#eef5f8"]],
] as const;
type Look = (typeof rooms)[number];

/** The back wall's edges, and where the floor begins. */
const back = { left: 130, right: 670, top: 90, bottom: 380 };

/** A room with its furniture, as of one seed: living room or bedroom. */
export function roomPicture(seed: number): string {
  const random = randomFrom(seed * 3_571 + 29);
  const look = rooms[seed % rooms.length] ?? rooms[0];
  const furniture = seed % 2 ? bedroom : living;
  return drawing([shell(look), window(random, look), furniture(random, look)]);
}

/** Ceiling, walls and floorboards that run to the back. */
function shell([wall, floor, joint]: Look | readonly [string, string, string, ...unknown[]]): string {
  const { left, right, top, bottom } = back;
  const boards = times(17, (index) => {
    const at = left + ((right - left) * index) / 16;
    return line(`M${at} ${bottom} L${-200 + index * 75} ${height}`, joint, 1.6, 'opacity=".7"');
  });
  return [
    box(0, 0, width, height, wall),
    shape(`0,0 ${width},0 ${right},${top} ${left},${top}`, "#fff", 'opacity=".65"'),
    shape(`0,0 ${left},${top} ${left},${bottom} 0,500`, "#000", 'opacity=".05"'),
    shape(`${width},0 ${right},${top} ${right},${bottom} ${width},500`, "#000", 'opacity=".09"'),
    shape(`0,500 ${left},${bottom} ${right},${bottom} ${width},500 ${width},${height} 0,${height}`, floor),
    ...boards,
    line(`M0 500 L${left} ${bottom} H${right} L800 500`, "#fff", 5, 'opacity=".8"'),
  ].join("");
}

/** A window to the floor with curtains, through which one sees the town. */
function window(random: Random, [, , , fabric, wood, sky]: Look): string {
  const [x, y, wide, high] = [250, 120, 300, 236];
  const town = times(11, (index) => {
    const tall = random.whole(24, 120);
    return box(x + index * 28, y + high - tall, random.whole(18, 27), tall, "#4a5a70", 'opacity=".45"');
  });
  return [
    `<defs>${shade("outside", sky)}</defs>`,
    box(x, y, wide, high, "url(#outside)"),
    `<svg x="${x}" y="${y}" width="${wide}" height="${high}" viewBox="${x} ${y} ${wide} ${high}">${town.join("")}</svg>`,
    ...[0, 1, 2, 3].map((index) => box(x + index * 100 - 3, y, 6, high, wood)),
    box(x - 3, y - 4, wide + 6, 7, wood),
    box(x - 3, y + high - 3, wide + 6, 7, wood),
    ...[x - 34, x + wide - 12].map((at) => box(at, y - 10, 46, high + 14, fabric, 'opacity=".8"')),
    shape(`${x},384 ${x + wide},384 ${x + wide + 90},560 ${x + 10},560`, "#fff", 'opacity=".14"'),
  ].join("");
}

function living(random: Random, [, , , fabric, wood]: Look): string {
  return [
    shape("210,478 600,478 670,576 140,576", "#f4efe6", 'opacity=".75"'),
    box(230, 392, 250, 64, fabric, 'rx="12"'),
    box(220, 426, 270, 58, fabric, 'rx="12"'),
    box(238, 428, 113, 26, "#fff", 'rx="6" opacity=".22"'),
    box(359, 428, 113, 26, "#fff", 'rx="6" opacity=".22"'),
    shape("300,508 480,508 500,534 280,534", wood),
    line("M600 448 V240", "#5f5850", 4),
    shape("574,240 626,240 638,286 562,286", "#ffe9bd"),
    bush(150, 402, 26, "#587a56"),
    shape("132,428 168,428 163,476 137,476", "#e7e0d4"),
    box(160, 178, 44, 62, random.pick(["#b9cbd6", "#d9b99a", "#a9bda4"])),
  ].join("");
}

function bedroom(random: Random, [, , , fabric, wood]: Look): string {
  return [
    box(216, 330, 368, 90, wood, 'rx="8"'),
    shape("236,404 564,404 620,560 180,560", "#faf7f1"),
    shape("226,446 574,446 620,560 180,560", fabric),
    box(262, 386, 120, 40, "#fff", 'rx="14"'),
    box(418, 386, 120, 40, "#fff", 'rx="14"'),
    ...[170, 630].map(
      (x) =>
        box(x - 30, 420, 60, 56, wood) +
        box(x - 3, 392, 6, 28, "#5f5850") +
        shape(`${x - 16},364 ${x + 16},364 ${x + 24},394 ${x - 24},394`, "#ffe9bd"),
    ),
    box(610, 150, 46, 66, random.pick(["#c4a78e", "#9fb3bf", "#b5bfa6"])),
  ].join("");
}
