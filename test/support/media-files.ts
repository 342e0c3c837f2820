import sharp from "sharp";

/** A JPEG as a telephone makes it: on its side, and with the place where it was taken. */
export function phonePicture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#3478c0" } })
    .jpeg()
    .withExif({ IFD0: { Make: "Telephone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "35/1 39/1 31/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, body]);
}

/** A film of five seconds and 640 × 360 pixels that has all that an MP4 must have, except pictures. */
export function film({ handler = "vide", content = 1000 } = {}): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(5000, 16);
  const tkhd = Buffer.alloc(84);
  tkhd.writeUInt16BE(640, 76);
  tkhd.writeUInt16BE(360, 80);
  const hdlr = Buffer.alloc(25);
  hdlr.write(handler, 8, "latin1");
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2mp41", "latin1")),
    box("mdat", Buffer.alloc(content, 7)),
    box("moov", box("mvhd", mvhd), box("trak", box("tkhd", tkhd), box("mdia", box("hdlr", hdlr)))),
  ]);
}

const numbers = (...list: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    list.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntBE(value, 0, bytes);
      return part;
    }),
  );
const words = (...values: number[]) => numbers(...values.map((value) => [value, 4] as const));

/** The content of a box of this type, wherever it is. */
function within(bytes: Buffer, type: string): Buffer {
  const at = bytes.indexOf(type, 0, "latin1");
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4));
}

const [width, height] = [320, 180];
const unity = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** A film that a browser plays: one second of each colour, each a picture of its own (AV1), with so many bytes of nothing behind them. */
export async function colourFilm(colours: readonly string[], { padding = 0 } = {}): Promise<Buffer> {
  const stills = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .avif({ chromaSubsampling: "4:2:0", effort: 0 })
        .toBuffer(),
    ),
  );
  const frames = stills.map((still) => within(still, "mdat"));
  const count = frames.length;
  const start = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2av01mp41", "latin1"));
  const mvhd = Buffer.concat([words(0, 0, 0, 1, count, 0x10000, 0x01000000, 0, 0), unity, words(0, 0, 0, 0, 0, 0, 2)]);
  const tkhd = Buffer.concat([words(7, 0, 0, 1, 0, count, 0, 0, 0, 0), unity, words(width << 16, height << 16)]);
  const mdhd = words(0, 0, 0, 1, count, 0x55c40000);
  const hdlr = Buffer.concat([words(0, 0), Buffer.from("vide"), words(0, 0, 0), Buffer.alloc(1)]);
  const entry = Buffer.concat([
    ...[words(0), numbers([0, 2], [1, 2]), words(0, 0, 0, 0), numbers([width, 2], [height, 2])],
    ...[words(0x480000, 0x480000, 0), numbers([1, 2]), Buffer.alloc(32), numbers([24, 2], [0xffff, 2])],
  ]);
  const [still = Buffer.alloc(0)] = stills;
  const stbl = box(
    "stbl",
    box("stsd", words(0, 1), box("av01", entry, box("av1C", within(still, "av1C")))),
    box("stts", words(0, 1, count, 1)),
    box("stsc", words(0, 1, 1, count, 1)),
    box("stsz", words(0, 0, count, ...frames.map(({ length }) => length))),
    box("stco", words(0, 1, start.length + 8)),
  );
  const dinf = box("dinf", box("dref", words(0, 1), box("url ", words(1))));
  const minf = box("minf", box("vmhd", words(1, 0, 0)), dinf, stbl);
  const trak = box("trak", box("tkhd", tkhd), box("mdia", box("mdhd", mdhd), box("hdlr", hdlr), minf));
  return Buffer.concat([start, box("mdat", ...frames, Buffer.alloc(padding)), box("moov", box("mvhd", mvhd), trak)]);
}

/** A PDF of so many empty pages; `locked`: it says that it opens with a password alone. */
export function pdf(pages = 3, { locked = false } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const key = "00".repeat(32);
  const lock = locked ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00><00>]` : "";
  const start = text.length;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${lock} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}
