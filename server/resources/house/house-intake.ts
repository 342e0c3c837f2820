import { eq } from "drizzle-orm";
import { houseIntake as contract } from "~/contract/house/house-intake";
import { estateAudit } from "~/server/database/tables/house/estate";
import { mansionApplication } from "~/server/database/tables/house/property";
import { found, refuseFields } from "~/server/lib/refusal";
import { refuseForeignFiles, rowsTaken, serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { takeAudit } from "./house-intake/take-audit";
import { fileApplication } from "./mansion-application/file";

export const houseIntakeHandlers = [
  serveSigned(contract.audit, async (taking, body) => {
    const { db } = taking;
    const arrival = { kind: "estate_audit", external_id: body.external_id, content: body };
    const taken = await takeOnce(taking, arrival, () => takeAudit(taking, body));
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
      await refuseForeignFiles(taking, "evidence_ids", wish.evidence_ids);
      return (await fileApplication(taking, { ...wish, applicant_id })).id;
    });
    const [row] = await db
      .select({ application_no: mansionApplication.application_no })
      .from(mansionApplication)
      .where(eq(mansionApplication.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
