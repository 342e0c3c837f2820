import { eq } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleTo } from "./customer-scope";
import { customerLink } from "./row";

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
  readers: readersOf(customer, customer.id, visibleTo),
};
