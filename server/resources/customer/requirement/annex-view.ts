import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type AnnexRow, annex as contract } from "~/contract/customer/requirement";
import { pathOf } from "~/contract/endpoint";
import type { Db } from "~/server/database/database";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { media, user } from "~/server/database/tables/system/system";
import { found, type Looking } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";
import { reachableBy, visibleTo } from "../customer/row";

const readMinutes = 10;
const author = alias(user, "author");
const verifier = alias(user, "verifier");

const common = {
  annex: requirementAnnex,
  file: media,
  author: { id: author.id, name: author.name },
  verifier: { id: verifier.id, name: verifier.name },
};

export function selectAnnexes(db: Db, caller: Caller) {
  return db
    .select({
      ...common,
      requirement: { id: requirement.id, name: requirement.requirement_no },
      status: requirement.status,
      customer: { id: customer.id, name: customer.name },
      isVisible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      isReachable: reachableBy(caller),
    })
    .from(requirementAnnex)
    .innerJoin(requirement, eq(requirement.id, requirementAnnex.requirement_id))
    .innerJoin(customer, eq(customer.id, requirement.customer_id))
    .innerJoin(media, eq(media.id, requirementAnnex.media_id))
    .leftJoin(author, eq(author.id, requirementAnnex.created_by))
    .leftJoin(verifier, eq(verifier.id, requirementAnnex.verified_by));
}

export function selectPapers({ db, user: caller, services }: Looking) {
  return db
    .select({
      ...common,
      inquiry: { id: inquiry.id, name: inquiry.inquiry_no },
      isVisible: sql<boolean>`coalesce(${services.ofCustomer.inquiry.visible(caller)}, false)`,
    })
    .from(requirementAnnex)
    .innerJoin(inquiry, eq(inquiry.id, requirementAnnex.inquiry_id))
    .innerJoin(media, eq(media.id, requirementAnnex.media_id))
    .leftJoin(author, eq(author.id, requirementAnnex.created_by))
    .leftJoin(verifier, eq(verifier.id, requirementAnnex.verified_by));
}
type Viewed = Awaited<ReturnType<typeof selectAnnexes>>[number];
type ViewedPaper = Awaited<ReturnType<typeof selectPapers>>[number];

export function toAnnex(looking: Looking, viewed: Viewed): AnnexRow {
  const may = viewed.isReachable && looking.user.permissions.has("customer:requirement:edit");
  return {
    ...factsOf(looking, viewed),
    ...{ requirement: viewed.requirement, customer: viewed.customer, inquiry: null },
    can: { edit: may && viewed.status !== "closed", delete: may },
  };
}

export function toPaper(looking: Looking, viewed: ViewedPaper): AnnexRow {
  const may = viewed.isVisible && looking.user.permissions.has("inquiry:visa:handle");
  return {
    ...factsOf(looking, viewed),
    ...{ requirement: null, customer: null, inquiry: viewed.inquiry },
    can: { edit: may, delete: may },
  };
}

function factsOf(
  { user: caller, services }: Looking,
  { annex: row, file, ...viewed }: Pick<Viewed, "annex" | "file" | "author" | "verifier">,
) {
  return {
    id: row.id,
    category: row.category,
    name: row.name,
    remark: row.remark,
    verified: row.verified,
    verify_note: row.verify_note,
    verified_by: viewed.verifier,
    verified_at: row.verified_at,
    expire_at: row.expire_at,
    is_expired: row.expire_at !== null && row.expire_at < dayOf(services.now()),
    mime: file.mime,
    size: file.size,
    url: addressOf(services, caller, row),
    created_by: viewed.author,
    created_at: row.created_at,
  };
}

/** An annex of either owner with its file, whether the caller may read it by the code of its owner, and as what its owner is known. */
export async function findAnnex(looking: Looking, where: SQL | undefined) {
  const { db, user: caller } = looking;
  const [annex] = await selectAnnexes(db, caller).where(where);
  if (annex) {
    const isReadable = annex.isVisible && caller.permissions.has("customer:requirement:view");
    return { annex: annex.annex, file: annex.file, isReadable, no: annex.requirement.name };
  }
  const [paper] = await selectPapers(looking).where(where);
  if (!paper) return undefined;
  const isReadable = paper.isVisible && caller.permissions.has("inquiry:visa:view");
  return { annex: paper.annex, file: paper.file, isReadable, no: paper.inquiry.name };
}

export async function annexOf(call: Looking, { id, inquiry_id }: { id: number; inquiry_id: number | null }) {
  const isIt = eq(requirementAnnex.id, id);
  if (inquiry_id !== null) return toPaper(call, found((await selectPapers(call).where(isIt))[0]));
  return toAnnex(call, found((await selectAnnexes(call.db, call.user).where(isIt))[0]));
}

/** A name that holds the annex, its present file and the reader's session: it ends with each of them. */
function addressOf(services: Services, caller: Caller, { id, media_id }: { id: number; media_id: number }): string {
  const ends = services.now().getTime() + readMinutes * 60_000;
  return pathOf(contract.open, { id, token: signName(services, "annex", [id, media_id, caller.sessionId], ends) });
}

/** Whose address it is and which file it opens; undefined for one that was not given out for this annex, or has ended. */
export function readAddress(services: Services, id: number, token: string) {
  const [annexId, mediaId, sessionId] = readName(services, "annex", token) ?? [];
  return annexId === String(id) && sessionId ? { mediaId: Number(mediaId), sessionId } : undefined;
}
