/** What an MP4 says of itself. */
export interface Film {
  width: number;
  height: number;
  duration: number;
}

/** More boxes than the longest film in fragments has. */
const mostBoxes = 200_000;
const longestHeader = 1024;
const containers = new Set(["moov", "trak", "mdia"]);
/** At the top of a file; anything else there is another kind of file, or something hung behind it. */
const tops = /^(ftyp|moov|mdat|moof|mfra|free|skip|wide|uuid|sidx|ssix|styp|prft|meta|pdin|emsg)$/;

/** Reads a film through once, box by box (ISO 14496-12). Undefined: no MP4, cut off, without a picture track, or with foreign boxes. */
export async function readFilm(pieces: AsyncIterable<Uint8Array>): Promise<Film | undefined> {
  const bytes = cursor(pieces);
  const film = { width: 0, height: 0, duration: 0 };
  let track = { width: 0, height: 0 };
  let hasPicture = false;
  let hasContent = false;
  let boxes = 0;

  /** Reads the boxes of a container, up to its end; false when they are none. */
  async function walk(end: number, isTop: boolean): Promise<boolean> {
    while (bytes.at() < end) {
      const start = bytes.at();
      const header = await bytes.take(8);
      if (isTop && header.length === 0) return start > 0;
      if (header.length < 8 || ++boxes > mostBoxes) return false;
      const type = header.toString("latin1", 4, 8);
      if (isTop && (!tops.test(type) || (start === 0) !== (type === "ftyp"))) return false;
      let size = header.readUInt32BE(0);
      if (size === 1) {
        const long = await bytes.take(8);
        if (long.length < 8) return false;
        size = Number(long.readBigUInt64BE(0));
      }
      if (size === 0 && isTop && type === "mdat") {
        hasContent = true;
        await bytes.skip(Number.MAX_SAFE_INTEGER);
        return true;
      }
      const stop = start + size;
      if (stop < bytes.at() || stop > end) return false;
      if (type === "mdat" || type === "moof") hasContent = true;
      if (containers.has(type)) {
        if (!(await walk(stop, false))) return false;
        if (type === "trak") track = { width: 0, height: 0 };
      } else if (!isTop && !(await note(type, stop - bytes.at()))) return false;
      if (!(await bytes.skip(stop - bytes.at()))) return false;
    }
    return true;
  }

  /** Takes the figures out of one small box. */
  async function note(type: string, length: number): Promise<boolean> {
    if (type !== "mvhd" && type !== "tkhd" && type !== "hdlr") return true;
    const box = await bytes.take(Math.min(length, longestHeader));
    const isLong = box[0] === 1;
    try {
      if (type === "mvhd") {
        const scale = box.readUInt32BE(isLong ? 20 : 12);
        const length = isLong ? Number(box.readBigUInt64BE(24)) : box.readUInt32BE(16);
        const unknown = isLong ? length > Number.MAX_SAFE_INTEGER : length === 0xffffffff;
        film.duration = scale && !unknown ? Math.min(Math.round(length / scale), 86_400) : 0;
      } else if (type === "tkhd") {
        const at = isLong ? 88 : 76;
        track = { width: box.readUInt16BE(at), height: box.readUInt16BE(at + 4) };
      } else if (box.toString("latin1", 8, 12) === "vide") {
        hasPicture = true;
        Object.assign(film, track);
      }
      return true;
    } catch {
      return false; // shorter than its kind is
    }
  }

  try {
    const isWhole = await walk(Number.MAX_SAFE_INTEGER, true);
    return isWhole && hasPicture && hasContent ? film : undefined;
  } finally {
    await bytes.end();
  }
}

/** Goes forward in a stream. */
function cursor(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  let position = 0;
  async function more(): Promise<boolean> {
    const { value, done } = await iterator.next();
    if (!done) rest = rest.length ? Buffer.concat([rest, value]) : Buffer.from(value);
    return !done;
  }
  return {
    at: () => position,
    /** So many bytes, or fewer at the end. */
    async take(length: number): Promise<Buffer> {
      while (rest.length < length && (await more()));
      const taken = rest.subarray(0, length);
      rest = rest.subarray(taken.length);
      position += taken.length;
      return taken;
    },
    /** False when the stream ends before. */
    async skip(length: number): Promise<boolean> {
      let left = length;
      for (;;) {
        const gone = Math.min(left, rest.length);
        rest = rest.subarray(gone);
        position += gone;
        left -= gone;
        if (left === 0) return true;
        if (!(await more())) return false;
      }
    },
    end: async () => void (await iterator.return?.()),
  };
}
