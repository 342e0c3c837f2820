import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Logger } from "pino";
import { uploadScenes } from "~/contract/shared/upload";
import type { BucketConfig } from "./bucket-config";
import { Refusal } from "./call";
import { type Bucket, incoming, measured } from "./storage";

/** Part size in bytes of a long file: so much is sent at once, and held during that. */
const partBytes = 8 * 1024 * 1024;
const hourMs = 3_600_000;
const noAnswer = "文件存储暂时没有响应，请稍后再试";

export function s3Bucket(config: BucketConfig, log: Logger): Bucket {
  const client = clientFor(config);
  const at = (key: string) => ({ Bucket: config.name, Key: key });

  /** Asks the bucket. What it has not is undefined, as is what has been written over; anything else that is no answer ends the request with 50300. */
  async function ask<T>(what: () => Promise<T>): Promise<T | undefined> {
    try {
      return await what();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unanswered(error);
    }
  }

  /** An answer without what it must say is none. */
  const missingAnswer = (): never => {
    throw unanswered(new Error("the bucket's answer lacks a name"));
  };

  function unanswered(error: unknown): Refusal {
    log.warn({ err: error }, "no answer from the bucket");
    return new Refusal(50300, noAnswer);
  }

  async function get(key: string, conditions: { Range?: string; IfMatch?: string } = {}) {
    const answer = await ask(() => client.send(new GetObjectCommand({ ...at(key), ...conditions })));
    return answer?.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined;
  }

  async function* listed(prefix: string) {
    for (let token: string | undefined, isMore = true; isMore; ) {
      const page = await ask(() =>
        client.send(
          new ListObjectsV2Command({
            Bucket: config.name,
            Prefix: prefix,
            ...(token ? { ContinuationToken: token } : {}),
          }),
        ),
      );
      for (const { Key: key, LastModified: at } of page?.Contents ?? []) if (key) yield { key, at };
      token = page?.NextContinuationToken;
      isMore = token !== undefined;
    }
  }

  const remove = async (key: string) => {
    await ask(() => client.send(new DeleteObjectCommand(at(key))));
  };

  return {
    origins: originsOf(config),

    async write(key, body, limit, mime = "application/octet-stream") {
      const { parts, isTooLong, end } = measured(body, limit);
      let cut: unknown;
      const source = Readable.from(
        (async function* () {
          try {
            yield* parts;
          } catch (error) {
            cut = error;
            throw error;
          }
          // Before the last piece: so nothing of a longer file is kept there.
          if (isTooLong()) throw new Error("too long");
        })(),
      );
      const params = { ...at(key), Body: source, ContentType: mime, CacheControl: kept };
      try {
        await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done();
        return end();
      } catch (error) {
        if (isTooLong()) return undefined;
        throw cut ?? unanswered(error);
      } finally {
        source.destroy();
      }
    },

    read: (key) => get(key),

    async head(key, bytes) {
      const body = await get(key, { Range: `bytes=0-${bytes - 1}` });
      return body && new Uint8Array(await new Response(body).arrayBuffer());
    },

    remove,

    async addressToPut(key, { size, mime, now, minutes }) {
      const command = new PutObjectCommand({ ...at(key), ContentLength: size, ContentType: mime });
      const url = await getSignedUrl(client, command, {
        expiresIn: minutes * 60,
        signingDate: now,
        signableHeaders: new Set(["content-type", "content-length", "host"]),
      });
      return { url, headers: { "content-type": mime } };
    },

    async addressToGet(key, { name, mime, now }) {
      if (config.publicUrl) return `${config.publicUrl}/${key}`;
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mime,
        ResponseContentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
        ResponseCacheControl: "private, max-age=86400",
      });
      const signingDate = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
      return getSignedUrl(client, command, { expiresIn: 2 * 3600, signingDate });
    },

    async look(key) {
      const found = await ask(() => client.send(new HeadObjectCommand(at(key))));
      return found && { size: found.ContentLength ?? 0, version: found.ETag ?? "" };
    },

    readPart: (key, start, end) => get(key, { Range: `bytes=${start}-${end - 1}` }),

    readVersion: (key, version) => get(key, { IfMatch: version }),

    async copy(from, to, version, mime) {
      const command = new CopyObjectCommand({
        ...at(to),
        CopySource: encodeURI(`${config.name}/${from}`),
        CopySourceIfMatch: version,
        MetadataDirective: "REPLACE",
        ContentType: mime,
        CacheControl: kept,
      });
      return (await ask(() => client.send(command))) !== undefined;
    },

    async beginParts(key, mime) {
      const command = new CreateMultipartUploadCommand({ ...at(key), ContentType: mime, CacheControl: kept });
      const begun = await ask(() => client.send(command));
      return begun?.UploadId ?? missingAnswer();
    },

    async putPart({ key, id }, n, bytes) {
      const command = new UploadPartCommand({ ...at(key), UploadId: id, PartNumber: n, Body: bytes });
      const put = await ask(() => client.send(command));
      return put && (put.ETag ?? missingAnswer());
    },

    async joinParts({ key, id }, parts) {
      const Parts = parts.map(({ n, key: ETag }) => ({ PartNumber: n, ETag }));
      const command = new CompleteMultipartUploadCommand({ ...at(key), UploadId: id, MultipartUpload: { Parts } });
      return (await ask(() => client.send(command))) !== undefined;
    },

    async dropParts({ key, id }) {
      await ask(() => client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: id })));
    },

    async forgetUnfinished(before) {
      let forgotten = 0;
      for await (const { key, at } of listed(incoming)) {
        if (!at || at >= before) continue;
        await remove(key);
        forgotten++;
      }
      // Some buckets do not list them; those have a rule of their own for what was broken off.
      const broken = await client
        .send(new ListMultipartUploadsCommand({ Bucket: config.name }))
        .catch(() => ({ Uploads: [] }));
      for (const { Key: key, UploadId, Initiated: begun } of broken.Uploads ?? []) {
        if (!key || !UploadId || !begun || begun >= before || !isOurs(key)) continue;
        await ask(() => client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })));
        forgotten++;
      }
      return forgotten;
    },

    async *keys(prefix) {
      for await (const { key } of listed(prefix)) yield key;
    },
  };
}

/** Keys are never used twice, so what is read once may be kept. */
const kept = "private, max-age=86400";

/** Somebody may keep other things in the same bucket. */
const isOurs = (key: string) => Object.keys(uploadScenes).some((scene) => key.startsWith(`${scene}/`));

/** Asks the bucket once, so that a wrong one is known at the start: throws an Error in Chinese words. One that does not answer is only logged. */
export async function requireBucket(config: BucketConfig, log: Logger): Promise<void> {
  const client = clientFor(config);
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.name }));
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const reason = status === undefined ? undefined : refusals[status];
    if (reason) throw new Error(`存储桶 ${config.name} 不可用：${reason}`);
    log.warn({ err: error }, "the bucket does not answer yet");
  } finally {
    client.destroy();
  }
}

const refusals: Readonly<Record<number, string>> = {
  301: "不在 S3_REGION 所指的区域",
  400: "请求被拒绝，请检查 S3_REGION、S3_FORCE_PATH_STYLE",
  403: "没有权限，请检查 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY",
  404: "不存在，请检查 S3_ENDPOINT、S3_BUCKET",
};

const clientFor = (config: BucketConfig) =>
  new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: config.isPathStyle,
    credentials: { accessKeyId: config.keyId, secretAccessKey: config.secretKey },
    // Sums that only AWS knows would be in the signed addresses, and other makers refuse them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  });

function originsOf({ endpoint, name, isPathStyle, publicUrl }: BucketConfig): string[] {
  const { protocol, host, origin } = new URL(endpoint);
  return [isPathStyle ? origin : `${protocol}//${name}.${host}`, ...(publicUrl ? [new URL(publicUrl).origin] : [])];
}

/** 404: it is not there; 412: it has been replaced. */
const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && [404, 412].includes(error.$metadata.httpStatusCode ?? 0);
