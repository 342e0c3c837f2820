import type { WriteAction } from "~/app/api/writes";
import { staff } from "~/contract/system/staff";
import { team } from "~/contract/system/team";

const { create, update, remove, enable, disable, kick, resetPassword, handover, moveTeam } = staff;

/** What the lists of people and teams and their dialogs write. */
export const staffActs = {
  create,
  update,
  remove,
  enable,
  disable,
  kick,
  resetPassword,
  handover,
  moveTeam,
  createTeam: team.create,
  updateTeam: team.update,
  removeTeam: team.remove,
};
export type StaffAction = WriteAction<typeof staffActs>;
