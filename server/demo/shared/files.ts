import { createHash } from "node:crypto";
import { annexCategories } from "~/contract/customer/requirement";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system/system";
import { storageOf } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import type { Drawn } from "../drawings/gallery";
import { type Random, randomFrom, times } from "./random";
import { stamps } from "./rows";

interface MadeFile {
  row: typeof media.$inferInsert;
  bytes: Uint8Array;
  thumb?: Uint8Array;
}

interface NewFile {
  drawn: Drawn;
  scene: "tracking" | "annex" | "evidence" | "album" | "deal" | "voucher" | "statement" | "report";
  name: string;
  by: number;
  at: number;
}

/** All files in one order: `put` writes the rows that are not written yet, and begins to store their files. */
export type Files = ReturnType<typeof newFiles>;

export function newFiles(services: Pick<Services, "storage" | "secret">) {
  const own = randomFrom(20_261_141);
  const files: MadeFile[] = [];
  const storing: Promise<void>[] = [];
  let written = 0;
  const add = (random: Random, file: NewFile): MadeFile["row"] & { id: number } => {
    const made = fileOf(random, files.length + 1, file);
    files.push(made);
    return made.row;
  };
  return {
    add: (random: Random, file: NewFile): number => add(random, file).id,
    /** A page of PDF with a word in Latin letters. */
    addPaper: ({ word, ...about }: Omit<NewFile, "drawn"> & { word: string }): number =>
      add(own, { drawn: paperOf(word, own.whole(1, 6)), ...about }).id,
    addSheet: (about: Omit<NewFile, "drawn">, bytes: Uint8Array): number => {
      const row = add(own, { ...about, drawn: { bytes, mime: sheetType, width: null, height: null } });
      // It has its creation time in it.
      row.sha256 = null;
      return row.id;
    },
    async put({ tx }: { tx: Transaction }): Promise<void> {
      const batch = files.slice(written);
      written = files.length;
      const rows = batch.map(({ row }) => row);
      await insertRows(tx, media, rows);
      const stored = storeFiles(services, batch);
      // The one wait at the end reports errors.
      stored.catch(() => undefined);
      storing.push(stored);
    },
    stored: () => Promise.all(storing),
  };
}
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function fileOf(random: Random, id: number, { scene, name, by, at, drawn }: NewFile) {
  const { bytes, thumb, mime, width, height } = drawn;
  const token = times(24, () => random.pick(keySigns)).join("");
  const key = `${scene}/${isoInstant(at).slice(0, 7)}/${token}`;
  // Only what everybody in the house sees has a small one.
  const small = scene === "album" ? thumb : undefined;
  const words = scene === "album" ? name.replace(/\.\w+$/, "") : null;
  return {
    ...{ bytes, ...(small && { thumb: small }) },
    row: {
      ...{ id, key, thumb_key: small ? `${key}-thumb` : null, url: null, name, scene, mime, width, height },
      ...{ kind: mime.startsWith("image/") ? "image" : "doc", size: bytes.length, duration: null },
      pages: mime === "application/pdf" ? 1 : null,
      sha256: createHash("sha256").update(bytes).digest("hex") as string | null, // of a sheet none
      ...{ alt_zh: words, is_private: scene !== "album", uploader: by, status: "ready", ...stamps(at, by) },
    },
  };
}
const keySigns = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/** Stores the files where the server reads them, sealed where their scene is. */
async function storeFiles(services: Pick<Services, "storage" | "secret">, files: readonly MadeFile[]): Promise<void> {
  const write = (scene: string, key: string, content: Uint8Array) =>
    storageOf(services, scene).write(key, new Blob([Buffer.from(content)]).stream(), content.length);
  const store = async ({ row, bytes, thumb }: MadeFile) => {
    await write(row.scene, row.key, bytes);
    if (thumb && row.thumb_key) await write(row.scene, row.thumb_key, thumb);
  };
  for (let start = 0; start < files.length; start += 16) await Promise.all(files.slice(start, start + 16).map(store));
}

/** A page of PDF with lines of Latin text, marked DEMO. */
function paperOf(word: string, variant: number): Drawn {
  const lines = ["DEMO", word, `No. ${variant}`].map((line, index) => `1 0 0 1 72 ${740 - index * 34} Tm (${line}) Tj`);
  const content = `BT\n/F1 22 Tf\n${lines.join("\n")}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  let entries = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    entries += `${String(body.length).padStart(10, "0")} 00000 n \n`;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const end = `xref\n0 6\n${entries}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return { bytes: Buffer.from(body + end, "latin1"), mime: "application/pdf", width: null, height: null };
}

/** The name of a paper's file. */
export const annexFile = (category: keyof typeof annexCategories, mime: string): string =>
  `${annexCategories[category].replace("/", "或")}.${mime.replace(/.*\//, "")}`;
