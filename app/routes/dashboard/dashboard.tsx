// Temporary, until the screen stands.
export default function Soon() {
  return <h1>temporary</h1>;
}
