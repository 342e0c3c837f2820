import { write } from "~/app/api/writes";

// Acts of the shell, which stands around every screen and has no address of its own.
export const clientAction = write;

// The access rule sends `/` to /login; in SPA mode a route without a component would count as a resource.
export default function Home() {
  return null;
}
