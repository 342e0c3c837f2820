import { sql } from "drizzle-orm";
import { businessOf, type OpenBusiness } from "~/server/resources/customer/customer/open-business";

/** Says for one act that customers have something open: visa cases and chats come with inquiries, the rest with trade. */
export async function withOpen(open: Partial<OpenBusiness>, act: () => Promise<void>): Promise<void> {
  const before = { ...businessOf };
  for (const [name, count] of Object.entries(open))
    businessOf[name as keyof OpenBusiness] = sql<number>`${sql.raw(String(count))}`; // the keys of OpenBusiness
  try {
    await act();
  } finally {
    Object.assign(businessOf, before);
  }
}
