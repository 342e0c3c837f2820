import type { Profile } from "~/contract/personal/user";

/** Whether the user sees other people's schedules. */
export const leads = ({ data_scope }: Pick<Profile, "data_scope">) => data_scope === "team" || data_scope === "all";
