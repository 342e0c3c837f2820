import { eq, type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";
import { visibleTo } from "./customer-scope";
import { customerLink } from "./row";

/** How customers are commented on: by whoever sees them; those in the recycle bin take no more. */
export const commentedCustomers: CommentOwner = {
  module: "customer",
  async find(db, id, isHeld) {
    const { name, customer_no, deleted_at, destroyed_at } = customer;
    const select = db.select({ name, customer_no, deleted_at, destroyed_at }).from(customer).where(eq(customer.id, id));
    const [row] = await (isHeld ? select.for("share") : select);
    if (!row || row.destroyed_at) return undefined;
    return {
      name: row.name,
      title: `客户【${row.customer_no}】${row.name}`,
      link: `${customerLink(id).link}?tab=comments&`,
      isClosed: row.deleted_at !== null,
    };
  },
  async readers(db, id, people) {
    if (people.length === 0) return new Set();
    // The one rule of who sees a customer, asked for each of them at once.
    const may: SQL[] = people.map((person) => sql`coalesce(${visibleTo(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(customer)
      .where(eq(customer.id, id));
    return new Set(people.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  },
};
