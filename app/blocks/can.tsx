import type { ReactNode } from "react";
import { useProfile } from "~/app/session/viewer-context";
import { type Endpoint, mayCall } from "~/contract/endpoint";

/** Shows its content only to a viewer who may call the endpoint. */
export function Can({ call, children }: { call: Pick<Endpoint, "permission">; children: ReactNode }) {
  return mayCall(useProfile(), call) ? children : null;
}
