import { writes } from "~/app/api/writes";
import { user } from "~/contract/personal/user";

// Acts of the shell, which stands around every screen and has no address of its own.
export const clientAction = writes({ changePassword: user.changePassword });

// The access rule sends `/` to /login; in SPA mode a route without a component would count as a resource.
export default function Home() {
  return null;
}
