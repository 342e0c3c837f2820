import { call } from "~/app/api/call";
import { annex, requirement } from "~/contract/customer/requirement";
import { readQuery } from "~/contract/read-query";

/** What the customer's tab 需求 shows: their requirements, and the newest of their annexes. */
export async function loadRequirements(request: Request, customer_id: number) {
  const { signal } = request;
  const [page, annexes] = await Promise.all([
    call(requirement.list, { query: { ...readQuery(request, requirement.list), customer_id } }, { signal }),
    call(annex.list, { query: { customer_id, page_size: 100 } }, { signal }),
  ]);
  return { page, annexes: annexes.list };
}
