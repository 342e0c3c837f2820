import { writes } from "~/app/api/writes";
import { auth } from "~/contract/auth";
import { user } from "~/contract/user";

/** The acts of the sign-in page; the forms of the shell do theirs there too, since a layout without a path cannot be addressed. */
export const sessionAction = writes({ login: auth.login, changePassword: user.changePassword });
