import { auth } from "~/contract/auth";

export const loginActs = { login: auth.login };

export interface LoginAction {
  acts: typeof loginActs;
}
