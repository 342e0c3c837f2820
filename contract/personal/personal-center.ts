import { request, screenData } from "../screen-data";
import { system } from "../system/system";
import { binding } from "./binding";
import { user } from "./user";

export const personalScreens = {
  "/personal-center": screenData("page", () => ({
    sessions: request(user.sessions),
    logins: request(user.logins),
    summary: request(user.summary),
    slack: request(binding.slack),
    config: request(system.publicConfig),
  })),
};
