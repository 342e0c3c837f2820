// Actions of the shell, which is around every screen and has no address.
export { write as clientAction } from "~/app/api/writes";

// The access rule sends `/` to /login; in SPA mode a route without a component would count as a resource.
export default function Home() {
  return null;
}
