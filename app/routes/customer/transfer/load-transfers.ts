import { call } from "~/app/api/call";
import { transfer } from "~/contract/customer/transfer";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";

export async function loadTransfers(request: Request, profile: Profile) {
  const { signal } = request;
  const isInbox = mayCall(profile, transfer.list) && new URL(request.url).searchParams.get("mine") !== "1";
  const page = isInbox
    ? await call(transfer.list, { query: readQuery(request, transfer.list) }, { signal })
    : await call(transfer.mine, { query: readQuery(request, transfer.mine) }, { signal });
  return { isInbox, page };
}
