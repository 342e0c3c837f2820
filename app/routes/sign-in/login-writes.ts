import type { WriteAction } from "~/app/api/writes";
import { auth } from "~/contract/sign-in/auth";

/** The act of the sign-in page's form. */
export const loginActs = { login: auth.login };
export type LoginAction = WriteAction<typeof loginActs>;
