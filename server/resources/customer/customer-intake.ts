import { eq } from "drizzle-orm";
import { customerIntake as contract } from "~/contract/customer/customer-intake";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { found } from "~/server/lib/refusal";
import { serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { takeBehaviors } from "./customer-user/take-behaviors";
import { accountOf, takeUser } from "./customer-user/take-user";
import { fileRequest } from "./unregister/file";

export const customerIntakeHandlers = [
  serveSigned(contract.user, async (taking, body) => {
    const taken = await takeUser(taking, body);
    const [row] = await taking.db
      .select({ user_no: customerUser.user_no })
      .from(customerUser)
      .where(eq(customerUser.id, taken.id));
    return { ...taken, ...found(row) };
  }),

  serveSigned(contract.behaviors, (taking, { rows }) => takeBehaviors(taking, rows)),

  serveSigned(contract.unregister, async (taking, body) => {
    const { external_id, user, ...wish } = body;
    const taken = await takeOnce(taking, { kind: "unregister_request", external_id, content: body }, async () =>
      fileRequest(taking, await accountOf(taking, user), wish),
    );
    const [row] = await taking.db
      .select({ request_no: unregisterRequest.request_no })
      .from(unregisterRequest)
      .where(eq(unregisterRequest.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
