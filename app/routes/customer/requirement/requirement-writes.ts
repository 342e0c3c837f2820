import type { WriteAction } from "~/app/api/writes";
import { annex, requirement } from "~/contract/customer/requirement";

/** The acts on requirements and their annexes, which the list of all and the customer's tab share. */
export const requirementActs = {
  createRequirement: requirement.create,
  updateRequirement: requirement.update,
  closeRequirement: requirement.close,
  reopenRequirement: requirement.reopen,
  matchRequirement: requirement.match,
  createAnnex: annex.create,
  updateAnnex: annex.update,
  verifyAnnex: annex.verify,
  removeAnnex: annex.remove,
};
export type RequirementAction = WriteAction<typeof requirementActs>;
