import { eq, type SQL, sql } from "drizzle-orm";
import { TrackingRow } from "~/contract/customer/tracking";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { rowOf } from "~/server/lib/row";
import type { Services } from "~/server/lib/services";
import type { Settings } from "~/server/lib/settings";
import { estateRefs } from "~/server/resources/shared/estates";
import { shownPictures } from "~/server/resources/shared/pictures";

/** The follow-ups that a caller sees: written inside their scope, or about a customer owned inside it (domain A.1). */
export const trackingScope = (caller: Caller): SQL<boolean> =>
  sql<boolean>`coalesce(${inScope(tracking.user_id, caller, "customer")} or ${inScope(customer.owner_id, caller, "customer")}, false)`;

export const concernsEstate = (id: number): SQL => sql`${tracking.estate_ids} @> ${JSON.stringify([id])}::jsonb`;

export function selectTrackings(db: Db, caller: Caller) {
  return db
    .select({
      tracking,
      customer: { id: customer.id, name: customer.name },
      customer_no: customer.customer_no,
      user: { id: user.id, name: user.name },
      isInScope: trackingScope(caller),
    })
    .from(tracking)
    .innerJoin(customer, eq(customer.id, tracking.customer_id))
    .innerJoin(user, eq(user.id, tracking.user_id));
}
type Viewed = Awaited<ReturnType<typeof selectTrackings>>[number];

/** Whether somebody may still correct what they wrote. */
export const isEditable = (row: Pick<Viewed["tracking"], "created_at">, settings: Settings, now: Date) =>
  now.getTime() < Date.parse(row.created_at) + settings["tracking.edit_hours"] * 3_600_000;

interface Looking {
  db: Db;
  user: Caller;
  services: Services;
}

export async function toTrackings({ db, user: caller, services }: Looking, settings: Settings, rows: Viewed[]) {
  const media = await shownPictures(
    { db, services },
    rows.flatMap((row) => row.tracking.media_ids),
  );
  const estates = await estateRefs(
    db,
    rows.flatMap((row) => row.tracking.estate_ids),
  );
  const clues = await services.ofCustomer.clue.named(
    { db, user: caller },
    rows.flatMap((row) => row.tracking.clue_id ?? []),
  );
  const deals = await services.ofCustomer.deal.named(
    { db, user: caller },
    rows.flatMap((row) => row.tracking.deal_id ?? []),
  );
  const now = services.now();
  return rows.map(({ tracking: row, customer: about, customer_no, user: author, isInScope }): TrackingRow => {
    const mayEdit = author.id === caller.id && caller.permissions.has("customer:tracking:edit");
    return rowOf(TrackingRow, row, {
      customer: about,
      customer_no,
      media: media(row.media_ids),
      estates: estates(row.estate_ids),
      clue: (row.clue_id !== null && clues.get(row.clue_id)) || null,
      deal: (row.deal_id !== null && deals.get(row.deal_id)) || null,
      user: author,
      can: {
        edit: mayEdit && isEditable(row, settings, now),
        delete: isInScope && caller.permissions.has("customer:tracking:delete"),
      },
    });
  });
}
