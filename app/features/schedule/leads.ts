import type { Profile } from "~/contract/personal/user";

export const leads = ({ data_scope }: Pick<Profile, "data_scope">) => data_scope === "team" || data_scope === "all";
