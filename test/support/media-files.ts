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
