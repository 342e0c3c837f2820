import { createHash } from "node:crypto";
import { addressOf, type Endpoint, isKeyed, keyHeader, type LooseInput, type Reply } from "~/contract/endpoint";
import type { ErrorCode, FieldError } from "~/contract/errors";
import { type KeyHolder, noteCall } from "~/server/identity/key";
import { Refusal } from "~/server/lib/call";
import type { Origin, Services } from "~/server/lib/services";
import { tryLimit } from "~/server/lib/try-limit";
import { answerText } from "./answer";
import { signAsked, wasAsked } from "./confirmation";
import { tokenName } from "./schema";
import type { Ask, Given, Tool } from "./tool";

/** A request of an assistant: who asks by which key, and how the API is called in this process with the same token. */
export interface Asking {
  services: Services;
  origin: Origin;
  holder: KeyHolder;
  call(path: string, init: RequestInit): Promise<Response>;
  /** What links into the desk begin with. */
  base: string;
}

const countCall = tryLimit("assistant", 60);
const countWrite = tryLimit("assistant_write", 10);

/** The API's answer to a call of the caller; a refusal is thrown with the API's own code, words and fields. */
function askBy({ call }: Asking, token: unknown): Ask {
  return async <E extends Endpoint>(endpoint: E, input: LooseInput) => {
    const response = await call(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        "content-type": "application/json",
        // What was agreed to is done once, however often it is sent.
        ...(typeof token === "string" && isKeyed(endpoint) && { [keyHeader]: shortHash(token) }),
      },
      ...(endpoint.method !== "GET" && { body: JSON.stringify(input.body ?? {}) }),
    });
    const { code, message, data }: { code: number; message: string; data: unknown } = await response.json();
    if (code !== 200) throw new Refusal(code as ErrorCode, message, data);
    // As the endpoint says; in tests the server checks it.
    return data as Reply<E>;
  };
}

const shortHash = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 32);

export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** Counts a call for the key; what was forbidden is in the operation log. */
export const noteTool = (asking: Asking, { name, title }: Tool, code: number): Promise<void> =>
  noteCall(asking, asking.holder, { tool: name, title: `助手：${title}` }, code);

/** Does what a model asks, and counts it for the key: an answer, a question for the person, or why not. */
export async function runTool(asking: Asking, tool: Tool, args: Given): Promise<ToolAnswer> {
  try {
    const answer = await answerOf(asking, tool, args);
    await noteTool(asking, tool, 200);
    return { text: answerText(withBase(answer, asking.base)), isError: false };
  } catch (error) {
    await noteTool(asking, tool, error instanceof Refusal ? error.code : 50000);
    if (!(error instanceof Refusal)) throw error;
    return { text: refusalText(error), isError: true };
  }
}

async function answerOf(asking: Asking, tool: Tool, args: Given): Promise<unknown> {
  const { services, holder } = asking;
  await countCall(services, holder.key.id);
  const { [tokenName]: token, ...given } = args;
  const ask = askBy(asking, token);
  const question = await tool.question?.(ask, given);
  if (question !== undefined) {
    const asked = { keyId: holder.key.id, tool: tool.name, given, question };
    if (!(await wasAsked(services, token, asked)))
      return { needs_confirmation: true, question, token: await signAsked(services, asked) };
  }
  if (tool.changes) await countWrite(services, holder.key.id);
  return tool.run(ask, given, question !== undefined);
}

/** Links of the answer as whole addresses. */
function withBase(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withBase(one, base));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "link" && typeof part === "string" && part.startsWith("/") ? base + part : withBase(part, base),
    ]),
  );
}

/** A refusal as a model reads it: which argument is wrong, and why. */
function refusalText({ code, message, data }: Refusal): string {
  const fields = (data as { errors?: FieldError[] } | null)?.errors;
  return JSON.stringify({ code, message, ...(fields && { errors: fields }) });
}
