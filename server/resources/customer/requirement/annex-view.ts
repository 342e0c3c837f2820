import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type AnnexRow, annex as contract } from "~/contract/customer/requirement";
import { pathOf } from "~/contract/endpoint";
import type { Database, Transaction } from "~/server/database/database";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { media, user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";
import { reachableBy, visibleTo } from "../customer/customer-scope";

type Db = Database | Transaction;

const readMinutes = 10;
const author = alias(user, "author");
const verifier = alias(user, "verifier");

/** Annexes with their requirement, its customer and their file; the caller adds where, order and limit. */
export function selectAnnexes(db: Db, caller: Caller) {
  return db
    .select({
      annex: requirementAnnex,
      requirement: { id: requirement.id, name: requirement.requirement_no },
      status: requirement.status,
      customer: { id: customer.id, name: customer.name },
      file: media,
      author: { id: author.id, name: author.name },
      verifier: { id: verifier.id, name: verifier.name },
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
type Viewed = Awaited<ReturnType<typeof selectAnnexes>>[number];

/** An annex as the wire carries it, with an address that opens its file for this caller. */
export function toAnnex({ user: caller, services }: Pick<SignedCall, "user" | "services">, viewed: Viewed): AnnexRow {
  const { annex: row, file, isReachable } = viewed;
  const may = isReachable && caller.permissions.has("customer:requirement:edit");
  return {
    id: row.id,
    requirement: viewed.requirement,
    customer: viewed.customer,
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
    can: { edit: may && viewed.status !== "closed", delete: may },
  };
}

/** One annex as the wire carries it, after an act on it. */
export async function annexOf(call: Pick<SignedCall, "db" | "user" | "services">, id: number): Promise<AnnexRow> {
  const [viewed] = await selectAnnexes(call.db, call.user).where(eq(requirementAnnex.id, id));
  return toAnnex(call, found(viewed));
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
