import { beforeEach, expect, it, vi } from "vitest";
import { sendInParts } from "~/app/features/upload/send-in-parts";

const partSize = 4;
/** The fake server: the parts of each file, and what it was asked. */
const server = vi.hoisted(() => ({ parts: new Map<string, Set<number>>(), asked: [] as string[], broken: 0, next: 1 }));

vi.mock("~/app/api/call", () => ({
  call: async ({ line }: { line: string }, input: { params?: { token: string }; body?: { media_id: number } }) => {
    server.asked.push(line.split(" ")[0] === "POST" ? (line.split("/").at(-1) ?? "") : "come");
    if (line.endsWith("/token")) {
      const token = `t${server.next++}`;
      server.parts.set(token, new Set());
      const expires_at = new Date(Date.now() + 86_400_000).toISOString();
      return { media_id: server.next, upload_url: `/api/upload/file/${token}`, part_size: partSize, expires_at };
    }
    if (line.startsWith("GET")) {
      const parts = server.parts.get(input.params?.token ?? "");
      if (!parts) throw new Error("gone");
      return { media_id: server.next, part_size: partSize, parts: [...parts] };
    }
    return { id: input.body?.media_id, name: "讲解.mp4" };
  },
}));
vi.mock("~/app/api/upload", () => ({
  upload: async (
    _: unknown,
    { params, bytes }: { params: { token: string; n: string }; bytes: Blob },
    { signal, onProgress }: { signal?: AbortSignal; onProgress: (loaded: number) => void },
  ) => {
    signal?.throwIfAborted();
    const n = Number(params.n);
    if (n === server.broken) throw new Error("the line broke");
    onProgress(bytes.size);
    server.parts.get(params.token)?.add(n);
    server.asked.push(`part ${n}: ${bytes.size}`);
  },
}));

beforeEach(() => {
  server.asked.length = 0;
  server.broken = 0;
});

const film = (name: string) => new File(["0123456789"], name, { type: "video/mp4", lastModified: 7 });
const body = { scene: "film" as const, filename: "讲解.mp4", size: 10, mime: "video/mp4" };
const send = async (name: string, signal?: AbortSignal) => {
  const told: number[] = [];
  const done = sendInParts(film(name), body, {
    onProgress: (percent) => told.push(percent),
    ...(signal && { signal }),
  });
  return { result: await done.catch((error: Error) => error.message), told };
};

it("sends a file part by part, the last one shorter, and tells how far it is", async () => {
  const { told } = await send("whole.mp4");
  expect(server.asked).toEqual(["token", "part 1: 4", "part 2: 4", "part 3: 2", "complete"]);
  expect([told[0], told.at(-1)]).toEqual([0, 100]);
});

it("goes on with what is left after the line broke, also when the page was loaded again", async () => {
  server.broken = 3;
  expect((await send("broken.mp4")).result).toBe("the line broke");
  server.broken = 0;
  server.asked.length = 0;
  const { told } = await send("broken.mp4");
  expect(server.asked).toEqual(["come", "part 3: 2", "complete"]);
  expect(told[0]).toBe(80);
  // It is done: the same file once more is a new one.
  server.asked.length = 0;
  await send("broken.mp4");
  expect(server.asked[0]).toBe("token");
});

it("is stopped, keeps its place, and begins anew where the server has forgotten it", async () => {
  const own = new AbortController();
  own.abort(new Error("paused"));
  server.broken = 2;
  await send("stopped.mp4");
  expect((await send("stopped.mp4", own.signal)).result).toBe("paused");
  server.broken = 0;
  server.parts.clear();
  server.asked.length = 0;
  await send("stopped.mp4");
  expect(server.asked.slice(0, 3)).toEqual(["come", "token", "part 1: 4"]);
});
