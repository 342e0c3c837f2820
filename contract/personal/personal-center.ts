import { request, screenData } from "../screen-data";
import { system } from "../system/system";
import { binding } from "./binding";
import { key } from "./key";
import { user } from "./user";

export const personalScreens = {
  "/personal-center": screenData("page", ({ search }) => {
    const isOfKeys = search.get("tab") === "keys";
    return {
      keys: isOfKeys ? request(key.list) : undefined,
      sessions: isOfKeys ? undefined : request(user.sessions),
      logins: isOfKeys ? undefined : request(user.logins),
      summary: isOfKeys ? undefined : request(user.summary),
      slack: isOfKeys ? undefined : request(binding.slack),
      config: isOfKeys ? undefined : request(system.publicConfig),
    };
  }),
};
