import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { listCount as contract } from "~/contract/shared/list-count";
import { choose } from "~/server/http/choose";
import { Refusal, refuseFields } from "~/server/lib/call";
import { type RawCall, type Served, serve } from "~/server/lib/serve";

type Counted = z.input<typeof contract.count.reply>[number];

/** All counts of one call together may take so long; what is left then is not counted. */
const longest = 3_000;

/** Counts what lists would find, by calling them without rows: permission, scope and refusals are the lists' own. */
export const listCountHandlers = (served: () => readonly Served[]): Served[] => [
  serve(contract.count, async ({ body, user, origin, services, raw }) => {
    const group = served().filter(({ endpoint, count }) => endpoint.line === body.list && count);
    if (group.length === 0) return refuseFields([{ field: "list", label: "列表", message: "没有这个列表" }]);
    const counted: Counted[] = [];
    const begun = performance.now();
    // One after the other: a person's tabs take one connection, not six.
    for (const one of body.queries) {
      const query = Object.fromEntries(new URLSearchParams(one));
      const call: RawCall = { params: {}, query, body: {}, user, origin, services, raw };
      counted.push(
        performance.now() - begun > longest ? uncounted("统计超时，请缩小筛选范围") : await countOf(group, call),
      );
    }
    return counted;
  }),
];

const uncounted = (message: string): Counted => ({ total: null, total_capped: false, message });

async function countOf(group: readonly Served[], call: RawCall): Promise<Counted> {
  try {
    const total = await choose(group, call, call.user).count?.(call);
    return total ? { ...total, message: null } : uncounted("没有这个列表");
  } catch (error) {
    if (error instanceof Refusal) return uncounted(reasonOf(error));
    throw error;
  }
}

/** A complaint on a field says what is wrong, the refusal itself only that something is. */
function reasonOf({ message, data }: Refusal): string {
  const errors = typeof data === "object" && data !== null && "errors" in data ? (data.errors as FieldError[]) : [];
  return errors[0]?.message ?? message;
}
