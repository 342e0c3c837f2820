import type { WriteAction } from "~/app/api/writes";
import type { useAct } from "~/app/blocks/form/use-act";
import { estateAudit } from "~/contract/house/estate-audit";

const { approve, reject } = estateAudit;

/** The two ways in which a review ends. */
export const auditActs = { approve, reject };
export type AuditAction = WriteAction<typeof auditActs>;
export type RunAudit = ReturnType<typeof useAct<AuditAction>>["run"];
