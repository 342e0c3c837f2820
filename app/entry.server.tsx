import { PassThrough, Readable } from "node:stream";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

type EntryContext = Parameters<typeof RemixServer>[0]["context"];

/** Renders index.html, once, at build time; as a stream, since Remix sends the initial state in a later part. */
export default function handleRequest(request: Request, status: number, _headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onAllReady: () => {
        const body = Readable.toWeb(pipe(new PassThrough())) as ReadableStream;
        resolve(new Response(body, { status, headers: { "content-type": "text/html" } }));
      },
      onError: reject,
    });
  });
}
