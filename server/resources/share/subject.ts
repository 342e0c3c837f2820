import { and, eq, inArray } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import { baseCurrency } from "~/contract/region/rate";
import { ShareCreate } from "~/contract/share/share";
import { takesEstates } from "~/contract/share/share-kinds";
import { estate, unit } from "~/server/database/tables/house/estate";
import { special } from "~/server/database/tables/special/special";
import { idsOf, pick, refuseFields, type SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { inPhase } from "~/server/resources/special/view";
import { estatesBy, isOnline } from "./estates";
import { snapshotOf } from "./snapshot";
import type { Subject } from "./writing";

export type Asked = Omit<ShareCreate, "customer_id" | "days">;

export interface Chosen {
  subject: Subject;
  /** The second currency. */
  currency: string;
  /** Why no link can be made of it; null where it can. */
  blocked: string | null;
}

/** What is asked to be sent, with the prices of today. Ends the request where it names what is not there. */
export async function chosenOf(call: SignedCall, asked: Asked): Promise<Chosen> {
  const { kind, language, note } = asked;
  const unit_id = kind === "quote" ? asked.unit_id : null;
  const special_id = kind === "special" ? asked.special_id : null;
  const currency = asked.currency ?? baseCurrency;
  const estate_ids = await estateIdsOf(call, { ...asked, unit_id, special_id });
  const rows = await estatesBy(call.db, estate_ids);
  if (rows.length < estate_ids.length) return refuseOn("estate_ids", "房源不存在或已被删除");
  const snapshot = await snapshotOf(call, rows, { currency, unitId: unit_id });
  return {
    subject: { kind, language, note, unit_id, quotation_no: null, estate_ids, special_id, snapshot },
    currency,
    blocked: await blockedOf(call, { special_id, isOffered: rows.every(isOnline) }),
  };
}

async function estateIdsOf({ db }: SignedCall, { kind, unit_id, special_id, estate_ids }: Asked): Promise<number[]> {
  if (takesEstates(kind)) return [...new Set(estate_ids)];
  if (unit_id !== null) {
    const [row] = await pick(db, unit, ["estate_id"], eq(unit.id, unit_id));
    return row ? [row.estate_id] : refuseOn("unit_id", "房号不存在");
  }
  const [page] = await pick(db, special, ["estate_ids"], and(eq(special.id, special_id ?? 0)));
  if (!page) return refuseOn("special_id", "专题不存在");
  const online = and(inArray(estate.id, page.estate_ids), eq(estate.publish_status, "online"));
  const shown = page.estate_ids.length ? idsOf(await pick(db, estate, ["id"], online)) : [];
  return page.estate_ids.filter((id) => shown.includes(id));
}

const refuseOn = (name: keyof Asked, message: string): never =>
  refuseFields([{ field: name, label: labelOf(ShareCreate.shape[name], name), message }]);

async function blockedOf(
  { db, services }: SignedCall,
  { special_id, isOffered }: { special_id: number | null; isOffered: boolean },
): Promise<string | null> {
  if (!(await readSettings(db))["site.desk_base"]) return "尚未设置工作台地址，不能生成链接";
  if (!isOffered) return "房源未上架，不能生成链接";
  if (special_id === null) return null;
  const shown = await db.$count(special, and(eq(special.id, special_id), inPhase("running", services.now())));
  return shown ? null : "专题未发布或已结束，不能生成链接";
}
