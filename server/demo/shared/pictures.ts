import { deflateSync } from "node:zlib";

/** The colours of a picture, as red, green and blue: page, shape, detail, letters. */
type Palette = readonly [string, string, string, string];

/** A drawing of few colours, drawn by the pixel. */
interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}

type Colour = 0 | 1 | 2 | 3;

const width = 320;
const height = 240;

const papers: readonly Palette[] = [
  ["f7f3e8", "d9cfb4", "b7a77d", "5b4a24"],
  ["eef4fb", "c7d9ef", "94b4da", "1f3f66"],
  ["eef7f0", "c9e3cf", "93c3a0", "234a30"],
  ["fbf0f0", "ecd0d0", "d3a2a2", "5f2626"],
];
/** A page with its title and lines, as a scanned document would look: a stand-in that names what it stands for. */
export function paperPicture(words: readonly string[], variant: number): Uint8Array {
  const canvas = blank();
  fill(canvas, { left: 16, top: 14, width: width - 32, height: height - 28 }, 1);
  fill(canvas, { left: 20, top: 18, width: width - 40, height: height - 36 }, 0);
  fill(canvas, { left: 32, top: 104, width: 70, height: 88 }, 1);
  for (let line = 0; line < 6; line++) {
    fill(canvas, { left: 116, top: 106 + line * 15, width: 150 - ((line * 37 + variant * 23) % 70), height: 5 }, 2);
  }
  letter(canvas, words);
  return png(canvas, papers[variant % papers.length] ?? plain);
}

export const pictureSize = { width, height } as const;

const plain: Palette = ["eef4fb", "c7d9ef", "94b4da", "1f3f66"];

const blank = (): Canvas => ({ width, height, pixels: new Uint8Array(width * height) });

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function fill({ width, height, pixels }: Canvas, box: Box, colour: Colour): void {
  const left = Math.max(box.left, 0);
  const right = Math.min(box.left + box.width, width);
  const bottom = Math.min(box.top + box.height, height);
  for (let row = Math.max(box.top, 0); row < bottom; row++)
    pixels.fill(colour, row * width + left, row * width + right);
}

const dot = 4;
const advance = 6 * dot;

/** Up to two lines of capital letters and digits at the top. */
function letter(canvas: Canvas, words: readonly string[]): void {
  for (const [line, word] of words.entries()) {
    for (const [place, sign] of [...word].entries()) {
      const columns = glyphs[sign] ?? [];
      for (const [column, bits] of columns.entries()) {
        for (let row = 0; row < 7; row++) {
          if (((bits >> row) & 1) === 0) continue;
          const left = 34 + place * advance + column * dot;
          fill(canvas, { left, top: 28 + line * 36 + row * dot, width: dot, height: dot }, 3);
        }
      }
    }
  }
}

/** Five columns a sign, the lowest bit above. */
const glyphs: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  Object.entries({
    A: "7e1111117e",
    B: "7f49494936",
    C: "3e41414122",
    D: "7f4141221c",
    E: "7f49494941",
    F: "7f09090901",
    G: "3e4149497a",
    H: "7f0808087f",
    I: "00417f4100",
    L: "7f40404040",
    M: "7f020c027f",
    N: "7f0408107f",
    O: "3e4141413e",
    P: "7f09090906",
    R: "7f09192946",
    S: "4649494931",
    T: "01017f0101",
    U: "3f4040403f",
    V: "1f2040201f",
    "0": "3e5149453e",
    "1": "00427f4000",
    "2": "4261514946",
    "3": "2141454b31",
    "4": "1814127f10",
    "5": "2745454539",
    "6": "3c4a494930",
    "7": "0171090503",
    "8": "3649494936",
    "9": "064949291e",
  }).map(([sign, hex]) => [sign, [...Buffer.from(hex, "hex")]]),
);

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bitDepth = 2;
const indexed = 3;

/** The smallest form of PNG that fits: two bits a pixel into a palette of four. */
function png({ width, height, pixels }: Canvas, palette: Palette): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  header.writeUInt8(indexed, 9);
  const stride = width / 4 + 1;
  const rows = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const byte = row * stride + 1 + (column >> 2);
      rows[byte] = ((rows[byte] ?? 0) << 2) | (pixels[row * width + column] ?? 0);
    }
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.join(""), "hex")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(checksum(named), named.length + 4);
  return framed;
}

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** CRC-32, as PNG asks for; Node has its own only from 20.15 on. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A page of PDF with some lines of Latin text. */
export function pdfPage(lines: readonly string[]): Uint8Array {
  const text = lines.map((line, index) => `1 0 0 1 72 ${740 - index * 34} Tm (${line}) Tj`).join("\n");
  const content = `BT\n/F1 22 Tf\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, "latin1");
}
