import { call } from "~/app/api/call";
import type { WriteAction } from "~/app/api/writes";
import { transfer } from "~/contract/customer/transfer";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";

const { approve, reject, cancel } = transfer;

/** The acts on requests for a transfer, for the clientAction of the screen that lists them. */
export const transferActs = { approveTransfer: approve, rejectTransfer: reject, cancelTransfer: cancel };
export type TransferAction = WriteAction<typeof transferActs>;

/** The requests that an address asks for: the inbox of who decides, else, or with `mine=1`, one's own. */
export async function loadTransfers(request: Request, profile: Profile) {
  const { signal } = request;
  const isInbox = mayCall(profile, transfer.list) && new URL(request.url).searchParams.get("mine") !== "1";
  const page = isInbox
    ? await call(transfer.list, { query: readQuery(request, transfer.list) }, { signal })
    : await call(transfer.mine, { query: readQuery(request, transfer.mine) }, { signal });
  return { isInbox, page };
}
