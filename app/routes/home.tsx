// The access rule sends `/` to /login; in SPA mode a route without a component would count as a resource.
export default function Home() {
  return null;
}
