import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketConfig } from "~/server/lib/bucket-config";

interface Stored {
  bytes: Buffer;
  mime: string;
  etag: string;
  at: Date;
}

interface Begun {
  key: string;
  mime: string;
  parts: Map<number, Buffer>;
}

const keyId = "TESTKEY";
const secretKey = "a secret key of tests";
const region = "eu-test-1";
const bucket = "files";

/**
 * One bucket on this machine that speaks as much S3 as the server uses, and checks what matters: signatures of version 4 in headers and addresses,
 * their end, sums of bodies, If-Match. (s3rver accepts any signature of version 4.)
 */
export async function s3Server() {
  const objects = new Map<string, Stored>();
  const begun = new Map<string, Begun>();
  /** What it was asked, in short, such as `PUT album/x`. */
  const asked: string[] = [];
  let clock: Date | undefined;
  let failing: ((line: string) => boolean) | undefined;

  const put = (key: string, bytes: Buffer, mime = "application/octet-stream") => {
    const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
    objects.set(key, { bytes, mime, etag, at: clock ?? new Date() });
    return etag;
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "", "http://s3.local");
    const [, name, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const { method = "" } = request;
    const query = url.searchParams;
    const reply = (status: number, body: string | Buffer = "", headers: Record<string, string> = {}) => {
      response.writeHead(status, { "access-control-allow-origin": "*", ...headers });
      response.end(method === "HEAD" ? undefined : body);
    };
    const refuse = (status: number, code: string) => reply(status, `<Error><Code>${code}</Code></Error>`);
    if (method === "OPTIONS")
      return reply(200, "", { "access-control-allow-methods": "PUT", "access-control-allow-headers": "content-type" });
    const line = `${method} ${key}${query.has("uploadId") ? " part" : ""}`;
    asked.push(line);
    if (failing?.(line)) return request.socket.destroy();
    const wrong = signatureProblem(request, url, clock ?? new Date());
    if (wrong) return refuse(403, wrong);
    if (name !== bucket) return refuse(404, "NoSuchBucket");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const sum = request.headers["x-amz-content-sha256"];
    if (typeof sum === "string" && /^[0-9a-f]{64}$/.test(sum) && sum !== sha256(body))
      return refuse(400, "XAmzContentSHA256Mismatch");

    if (!key) return answerBucket();
    const uploadId = query.get("uploadId") ?? "";
    const upload = begun.get(uploadId);
    if (uploadId && !upload) return refuse(404, "NoSuchUpload");
    const mime = request.headers["content-type"];
    if (method === "POST" && query.has("uploads")) {
      const id = `upload-${begun.size + 1}-${Math.random()}`;
      begun.set(id, { key, mime: mime ?? "", parts: new Map() });
      return reply(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (upload && method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return reply(200, "", { etag: `"${createHash("md5").update(body).digest("hex")}"` });
    }
    if (upload && method === "POST") {
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
      const etag = put(key, Buffer.concat(parts), upload.mime);
      begun.delete(uploadId);
      return reply(200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
    }
    if (upload && method === "DELETE") {
      begun.delete(uploadId);
      return reply(204);
    }
    const source = request.headers["x-amz-copy-source"];
    if (method === "PUT" && typeof source === "string") {
      const from = objects.get(decodeURIComponent(source).replace(`${bucket}/`, ""));
      if (!from) return refuse(404, "NoSuchKey");
      const wanted = request.headers["x-amz-copy-source-if-match"];
      if (wanted !== undefined && wanted !== from.etag) return refuse(412, "PreconditionFailed");
      const etag = put(key, from.bytes, mime);
      return reply(200, `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`);
    }
    if (method === "PUT") return reply(200, "", { etag: put(key, body, mime) });
    if (method === "DELETE") {
      objects.delete(key);
      return reply(204);
    }
    return answerObject(objects.get(key));

    function answerObject(object: Stored | undefined) {
      if (!object) return refuse(404, "NoSuchKey");
      const wanted = request.headers["if-match"];
      if (wanted !== undefined && wanted !== object.etag) return refuse(412, "PreconditionFailed");
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
      const part = object.bytes.subarray(Number(start ?? 0), end ? Number(end) + 1 : undefined);
      reply(start === undefined ? 200 : 206, part, {
        etag: object.etag,
        "content-length": String(part.length),
        "content-type": query.get("response-content-type") ?? object.mime,
        "last-modified": object.at.toUTCString(),
      });
    }

    function answerBucket() {
      if (query.has("uploads")) {
        const uploads = [...begun].map(
          ([id, { key }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`,
        );
        return reply(200, `<ListMultipartUploadsResult>${uploads.join("")}</ListMultipartUploadsResult>`);
      }
      // Two a page, so that pages are turned.
      const after = query.get("continuation-token") ?? "";
      const found = [...objects].filter(([one]) => one.startsWith(query.get("prefix") ?? "") && one > after);
      const page = found.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, 2);
      const next = found.length > 2 ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
      const contents = page.map(
        ([one, { at }]) => `<Contents><Key>${one}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
      );
      reply(200, `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  // A machine that is busy may leave a connection idle for long.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const config: BucketConfig = {
    endpoint: `http://127.0.0.1:${port}`,
    region,
    name: bucket,
    keyId,
    secretKey,
    isPathStyle: true,
    publicUrl: undefined,
  };
  return {
    config,
    objects,
    /** Files in several pieces that were not brought to their end. */
    begun,
    asked,
    setClock: (now: Date | undefined) => {
      clock = now;
    },
    /** Cuts the line of requests that it is said of. */
    failOn: (which: ((line: string) => boolean) | undefined) => {
      failing = which;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** S3's word for what is wrong with a request's signature; undefined for a good one. */
function signatureProblem(request: IncomingMessage, url: URL, now: Date): string | undefined {
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    request.headers.authorization ?? "",
  );
  const query = url.searchParams;
  const [credential, signed, given] = header
    ? header.slice(1)
    : [query.get("X-Amz-Credential"), query.get("X-Amz-SignedHeaders"), query.get("X-Amz-Signature")];
  const moment = header ? String(request.headers["x-amz-date"]) : query.get("X-Amz-Date");
  if (!credential || !signed || !given || !moment) return "AccessDenied";
  const begun = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const seconds = header ? 900 : Number(query.get("X-Amz-Expires"));
  if (now.getTime() > begun + seconds * 1000) return header ? "RequestTimeTooSkewed" : "AccessDenied";
  const [id, day = "", ...scope] = credential.split("/");
  if (id !== keyId || scope.join("/") !== `${region}/s3/aws4_request`) return "InvalidAccessKeyId";
  const names = signed.split(";");
  if (!names.includes("host")) return "SignatureDoesNotMatch";
  const canonical = [
    request.method,
    url.pathname,
    [...query]
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join("&"),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    signed,
    header ? request.headers["x-amz-content-sha256"] : "UNSIGNED-PAYLOAD",
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", moment, [day, ...scope].join("/"), sha256(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  return hmac(key, text).toString("hex") === given ? undefined : "SignatureDoesNotMatch";
}
