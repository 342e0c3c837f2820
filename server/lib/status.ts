import type { z } from "zod";
import type { Endpoint, Nothing } from "~/contract/endpoint";
import type { Permission } from "~/contract/permissions";
import type { Answer, SignedCall } from "./call";
import type { UseStatus } from "./entity";
import { replyWith } from "./reply";
import { type Served, serve } from "./serve";

type Switch<A extends "enable" | "disable", R extends z.ZodType> = Endpoint<
  `PATCH /${string}/{id}/${A}`,
  Nothing,
  Nothing,
  R,
  Permission
>;

/** The handlers of `statusEndpoints`: `turn` is mostly an entity's. */
export const statusHandlers = <R extends z.ZodType>(
  contract: { enable: Switch<"enable", R>; disable: Switch<"disable", R> },
  turn: (call: SignedCall, id: number, status: UseStatus) => Promise<unknown>,
  read: (call: SignedCall, id: number) => Promise<Answer<R>>,
): Served[] => [
  serve(
    contract.enable,
    replyWith(read, (call, id) => turn(call, id, "enabled")),
  ),
  serve(
    contract.disable,
    replyWith(read, (call, id) => turn(call, id, "disabled")),
  ),
];
