import { createHash } from "node:crypto";
import { annexCategories } from "~/contract/customer/requirement";
import { isoInstant } from "~/server/database/tables/columns";
import type { requirementAnnex } from "~/server/database/tables/customer/customer";
import type { media } from "~/server/database/tables/system/system";
import { storageOf } from "~/server/lib/media";
import type { Requirement } from "../customer/requirements";
import { verifyNotes } from "../customer/site-texts";
import type { Drawn, GalleryPicture } from "../drawings/gallery";
import type { FollowedUp } from "../schedule/agenda";
import type { DemoOptions } from "../terms";
import { type Calendar, day, inHours } from "./calendar";
import { type Random, times } from "./random";
import { instantOrNull, stamps } from "./rows";

type MediaRow = typeof media.$inferInsert;
type Category = keyof typeof annexCategories;

/** A file with its row. */
export interface MadeFile {
  row: MediaRow;
  bytes: Uint8Array;
  thumb?: Uint8Array;
}

const mostOfOne = 6;
const variants = 8;
/** Of each category: how often there is one, its titles, and whether it is of several pages, or ends some day. */
const kinds: Readonly<Record<Category, readonly [weight: number, titles: string[], more?: "pages" | "end"]>> = {
  passport: [30, ["护照首页", "护照签证页"], "end"],
  id_card: [12, ["身份证正面", "身份证反面"], "end"],
  asset: [17, ["银行存款证明", "证券账户对账单"], "pages"],
  income: [15, ["收入证明", "完税证明"], "pages"],
  visa: [11, ["在留卡正面", "在留卡背面"], "end"],
  contract: [3, ["意向书扫描件"], "pages"],
  floor_plan: [8, ["看中的户型图", "客户手绘户型"]],
  other: [4, ["委托书", "家庭关系说明"]],
};
const categories = Object.keys(kinds) as Category[]; // the keys of the record
const byChance = categories.flatMap((category) => Array<Category>(kinds[category][0]).fill(category));

interface Wanted {
  random: Random;
  calendar: Calendar;
  told: readonly FollowedUp[];
  requirements: readonly Requirement[];
  /** So many follow-ups with pictures, so many annexes. */
  pictured: number;
  annexed: number;
  gallery: readonly GalleryPicture[];
  papers: readonly Drawn[];
}

/** Pictures of visits and annexes of requirements. */
export function makeFiles({ random, calendar, told, requirements, pictured, annexed, gallery, papers }: Wanted) {
  const drawn = drawer();
  const seenOf = gallery.filter(({ category }) => category !== "floor_plan");
  const plans = gallery.filter(({ category }) => category === "floor_plan");
  const files: MadeFile[] = [];
  const annexes: (typeof requirementAnnex.$inferInsert)[] = [];
  /** By follow-up. */
  const pictures = new Map<number, number[]>();
  const add = (file: NewFile) => {
    const id = files.length + 1;
    files.push(fileOf(random, id, file));
    return id;
  };
  const seen = random.shuffle(told.filter(({ followUp }) => followUp.type === "visit")).slice(0, pictured);
  for (const { trackingId, followUp } of seen.sort((a, b) => a.trackingId - b.trackingId)) {
    const taken = { scene: "tracking", by: followUp.userId, at: followUp.at } as const;
    const ids = times(random.whole(1, 3), (place) =>
      add({ ...taken, name: `现场${place + 1}.webp`, drawn: random.pick(seenOf) }),
    );
    pictures.set(trackingId, ids);
  }
  // Many requirements have none.
  const holders = random.shuffle(requirements).slice(0, Math.ceil(requirements.length * 0.6));
  const dealt = random.shuffle(holders.flatMap((about) => times(mostOfOne, () => about))).slice(0, annexed);
  for (const about of dealt.sort((a, b) => a.id - b.id)) {
    const category = random.pick(byChance);
    const [, titles, more] = kinds[category];
    const at = inHours(random, calendar, about.at, Math.min(about.at + 20 * day, calendar.now));
    const isPdf = more === "pages" && random.chance(0.6);
    const paper = isPdf ? drawn(category.toUpperCase(), random.whole(1, variants)) : random.pick(papers);
    const image = category === "floor_plan" ? random.pick(plans) : paper;
    const file = `${annexCategories[category].replace("/", "或")}.${image.mime.replace(/.*\//, "")}`;
    const verified = random.weighted({ unverified: 46, verified: 46, rejected: 8 });
    const verifiedAt =
      verified === "unverified" ? null : inHours(random, calendar, at, Math.min(at + 5 * day, calendar.now));
    const verified_by = verifiedAt === null ? null : (about.person.history.owner ?? about.by);
    const ends = more === "end" && random.chance(0.8) ? calendar.now + random.whole(-20, 2_400) * day : null;
    annexes.push({
      ...{ requirement_id: about.id, inquiry_id: null, category, name: random.pick(titles), remark: null },
      media_id: add({ scene: "annex", name: file, by: about.by, at, drawn: image }),
      ...{ verified, verify_note: verified === "rejected" ? random.pick(verifyNotes) : null },
      ...{ verified_by, verified_at: instantOrNull(verifiedAt) },
      expire_at: instantOrNull(ends)?.slice(0, 10) ?? null,
      ...stamps(at, about.by, verifiedAt ?? at, verified_by ?? about.by),
    });
  }
  return { files, annexes, pictures };
}

interface NewFile {
  drawn: Drawn;
  scene: "tracking" | "annex" | "evidence" | "album" | "deal" | "voucher" | "statement" | "report";
  name: string;
  by: number;
  at: number;
}

/** A page of PDF with some lines of Latin text. */
function pdfPage(lines: readonly string[]): Uint8Array {
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

/** Sample documents, marked DEMO. */
export const drawer =
  () =>
  (word: string, variant: number): Drawn => ({
    ...{ bytes: pdfPage(["DEMO", word, `No. ${variant}`]), mime: "application/pdf", width: null, height: null },
  });

const keySigns = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/** A file with its row, under a key of its own. */
export function fileOf(random: Random, id: number, { scene, name, by, at, drawn }: NewFile): MadeFile {
  const { bytes, thumb, mime, width, height } = drawn;
  const moment = isoInstant(at);
  const token = times(24, () => random.pick(keySigns)).join("");
  const key = `${scene}/${moment.slice(0, 7)}/${token}`;
  // Only what everybody in the house sees has a small one.
  const small = scene === "album" ? thumb : undefined;
  return {
    bytes,
    ...(small && { thumb: small }),
    row: {
      ...{ id, key, thumb_key: small ? `${key}-thumb` : null, url: null, name, scene, mime, width, height },
      kind: mime.startsWith("image/") ? "image" : "doc",
      ...{ size: bytes.length, duration: null },
      sha256: createHash("sha256").update(bytes).digest("hex"),
      ...{ is_private: scene !== "album", uploader: by, status: "ready", ...stamps(at, by) },
    },
  };
}

const atOnce = 16;

/** Stores the files where the server reads them, sealed where their scene is. */
export async function storeFiles(services: DemoOptions["services"], files: readonly MadeFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += atOnce) {
    await Promise.all(
      files.slice(start, start + atOnce).flatMap(({ row, bytes, thumb }) => {
        const write = (key: string, content: Uint8Array) =>
          storageOf(services, row.scene).write(key, new Blob([Buffer.from(content)]).stream(), content.length);
        return [write(row.key, bytes), ...(thumb && row.thumb_key ? [write(row.thumb_key, thumb)] : [])];
      }),
    );
  }
}
