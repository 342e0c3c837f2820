import { crc32 } from "node:zlib";

const numbers = (...list: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    list.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );

/** A ZIP of these files, as they are. */
export function zipped(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)];
    const facts = numbers([20, 2], [0, 2], [0, 2], [0, 4], [crc32(body), 4], [body.length, 4], [body.length, 4]);
    const head = Buffer.concat([numbers([0x04034b50, 4]), facts, numbers([name.length, 2], [0, 2]), name]);
    const rest = numbers([name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    listed.push(Buffer.concat([numbers([0x02014b50, 4], [20, 2]), facts, rest, name]));
    local.push(head, body);
    at += head.length + body.length;
  }
  const list = Buffer.concat(listed);
  const count = listed.length;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2]);
  return Buffer.concat([...local, list, end]);
}
