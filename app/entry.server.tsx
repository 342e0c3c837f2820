import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";

type EntryContext = Parameters<typeof RemixServer>[0]["context"];

/** Renders index.html, once, at build time. */
export default function handleRequest(
  request: Request,
  status: number,
  _headers: Headers,
  context: EntryContext,
): Response {
  const html = renderToString(<RemixServer context={context} url={request.url} />);
  return new Response(`<!DOCTYPE html>\n${html}`, { status, headers: { "content-type": "text/html" } });
}
