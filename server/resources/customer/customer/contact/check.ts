import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { countContactSearch } from "~/server/lib/contact-search";
import { viewerOf } from "../view";
import { findCollision, publicOf } from "./collision";
import { noContacts, normalContacts, unknownContacts } from "./contacts";

type Body = z.output<typeof contract.check.body>;

/** What an entry of these contacts would collide with, while one types. Contacts that the caller's own record holds already are left out, as its edit does. */
export async function checkContacts(call: SignedCall, { exclude_id, ...given }: Body) {
  const { db, user, services } = call;
  await countContactSearch(services, user);
  const typed = Object.entries(given).map(([name, value]) => [name, value || null]);
  const contacts = normalContacts({ ...noContacts, ...Object.fromEntries(typed) });
  const [own] = exclude_id
    ? await db
        .select()
        .from(customer)
        .where(and(eq(customer.id, exclude_id), eq(customer.owner_id, user.id)))
    : [];
  const fresh = unknownContacts(contacts, own ? normalContacts(own) : []);
  const hit = await findCollision(db, fresh, own?.id, await viewerOf(call));
  return { hit: hit ? publicOf(hit) : null };
}
