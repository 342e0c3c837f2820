import { and, eq, isNull } from "drizzle-orm";
import { houseIntake as contract } from "~/contract/house/house-intake";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { mansionApplication } from "~/server/database/tables/house/property";
import { found, refuseFields } from "~/server/lib/refusal";
import { rowsTaken, serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { lockEstate } from "./estate/lock";
import { fileOffline } from "./estate-audit/file";
import { fileApplication } from "./mansion-application/file";

export const houseIntakeHandlers = [
  serveSigned(contract.audit, async (taking, body) => {
    const { db } = taking;
    const { external_id, estate_no, reason, submitter_type: type, submitter_name: name } = body;
    const taken = await takeOnce(taking, { kind: "estate_audit", external_id, content: body }, async () => {
      const [known] = await db
        .select({ id: estate.id })
        .from(estate)
        .where(and(eq(estate.estate_no, estate_no), isNull(estate.deleted_at)));
      if (!known) return refuseFields([{ field: "estate_no", label: "房源编号", message: "没有这个房源" }]);
      const row = await lockEstate(taking, known.id);
      return (await fileOffline(taking, row, { reason, submitter: { type, id: null, name } })).id;
    });
    const [row] = await db
      .select({ audit_no: estateAudit.audit_no })
      .from(estateAudit)
      .where(eq(estateAudit.id, taken.id));
    return { ...taken, ...found(row) };
  }),

  serveSigned(contract.application, async (taking, body) => {
    const { db } = taking;
    const { external_id, applicant, ...wish } = body;
    const taken = await takeOnce(taking, { kind: "mansion_application", external_id, content: body }, async () => {
      const isUser = wish.applicant_type === "user" && applicant !== null;
      const applicant_id = isUser ? (await rowsTaken(taking, "customer_user", [applicant])).get(applicant) : null;
      if (applicant_id === undefined)
        return refuseFields([{ field: "applicant", label: "申请人的外部编号", message: "没有接入过该用户" }]);
      return (await fileApplication(taking, { ...wish, applicant_id })).id;
    });
    const [row] = await db
      .select({ application_no: mansionApplication.application_no })
      .from(mansionApplication)
      .where(eq(mansionApplication.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
