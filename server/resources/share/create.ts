import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Reply } from "~/contract/endpoint";
import type { share as contract, ShareCreate } from "~/contract/share/share";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, unit } from "~/server/database/tables/house/estate";
import { share } from "~/server/database/tables/share/share";
import { special } from "~/server/database/tables/special/special";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, type SignedCall } from "~/server/lib/call";
import { randomToken } from "~/server/lib/seal";
import { readSettings } from "~/server/lib/settings";
import { keepQuoted } from "~/server/resources/house/unit/quote";
import { unitName } from "~/server/resources/house/unit/state";
import { nextNumber } from "~/server/resources/shared/numbers";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { checkCustomer } from "./access";
import { consultantOf } from "./consultant";
import { contentOf } from "./content";
import { type Asked, chosenOf } from "./subject";
import { chatText } from "./text";
import type { Subject } from "./writing";

/** By what an address is known: its token is stored nowhere. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const day = 86_400_000;

/** Part of a title that is too long for a list. */
const longestTitle = 100;

export async function previewShare(call: SignedCall, asked: Asked): Promise<Reply<typeof contract.preview>> {
  const { subject, blocked } = await chosenOf(call, asked);
  const content = await contentFor(call, subject);
  return { content, text: chatText(content), url: await publicUrl(call, subject), link_blocked: blocked };
}

export async function createShare(call: SignedCall, body: ShareCreate): Promise<Reply<typeof contract.create>> {
  const { db, user, services } = call;
  const { subject, currency, blocked } = await chosenOf(call, body);
  if (blocked !== null) throw new Refusal(40902, blocked);
  const { customer_id } = body;
  if (customer_id !== null) await checkCustomer(call, customer_id);
  const now = services.now();
  const settings = await readSettings(db);
  const expires_at = isoInstant(now.getTime() + (body.days ?? settings["share.days"]) * day);
  const share_no = await nextNumber(db, "FX", now);
  const quotation_no = subject.kind === "quote" ? await nextNumber(db, "BJ", now) : null;
  const token = randomToken();
  const content = await contentFor(call, { ...subject, quotation_no });
  const at = isoInstant(now);
  const [row] = await db
    .insert(share)
    .values({
      ...{ ...subject, estate_ids: [...subject.estate_ids], quotation_no, currency, share_no, customer_id, expires_at },
      title: await titleOf(call, subject, content.title),
      ...{ user_id: user.id, token_hash: hashOf(token) },
      ...{ created_at: at, updated_at: at, created_by: user.id, updated_by: user.id },
    })
    .returning();
  const made = found(row);
  if (subject.unit_id !== null && customer_id !== null) await keepQuoted(call, subject.unit_id, customer_id);
  await auditShare(call, made, { action: "create", verb: "分享" });
  const url = `${settings["site.desk_base"]}/s/v/${token}`;
  return { ...{ id: made.id, share_no, url, expires_at }, text: chatText(content, url) };
}

const contentFor = async (call: SignedCall, subject: Subject) =>
  contentOf(call, subject, {
    pictureOf: (id, size) => pictureUrl(call.services, id, size),
    consultant: await consultantOf(call.db, { user_id: call.user.id, customer_id: null }),
    seesOffline: true,
  });

/** As colleagues read it in lists, whatever the client's language. */
async function titleOf({ db }: SignedCall, { kind, snapshot, unit_id }: Subject, read: string): Promise<string> {
  if (kind === "special") return read;
  const names = snapshot.estates.map(({ name }) => name).join("、");
  const [flat] = unit_id === null ? [] : await pick(db, unit, ["building", "unit_no"], eq(unit.id, unit_id));
  return (flat ? `${names} ${unitName(flat)}` : names).slice(0, longestTitle);
}

/** The page that everybody may see of what is shared, where there is one. */
async function publicUrl({ db }: SignedCall, { kind, estate_ids, special_id }: Subject): Promise<string | null> {
  if (kind === "special") {
    const [page] = await pick(db, special, ["slug"], eq(special.id, special_id ?? 0));
    return siteUrl(db, "special", page?.slug);
  }
  const [id] = estate_ids;
  if (kind !== "estate" || id === undefined) return null;
  const [row] = await pick(db, estate, ["slug", "publish_status"], eq(estate.id, id));
  return row?.publish_status === "online" ? siteUrl(db, "estate", row.slug) : null;
}

/** By its number: a customer's name would remain in the log after the person is deleted. */
export const auditShare = (
  call: SignedCall,
  { id, share_no, title, customer_id }: Pick<typeof share.$inferSelect, "id" | "share_no" | "title" | "customer_id">,
  { action, verb }: { action: "create" | "update"; verb: string },
): Promise<void> =>
  audit(call, {
    ...{ module: "customer", action, target: { type: "share", id, name: share_no } },
    summary: `${verb}${share_no} ${title}`,
    touches: customer_id === null ? [] : [{ type: "customer", id: customer_id }],
  });
