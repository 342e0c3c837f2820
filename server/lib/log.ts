import { type DestinationStream, type Logger, pino } from "pino";

/** The structured log: JSON lines without personal data. Of an error only its kind, its place and the database's code go in. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: withoutValues } };
  return destination ? pino(options, destination) : pino(options);
}

interface LoggedError {
  type: string;
  message?: string;
  code?: string;
  constraint?: string;
  stack: string[];
}

/** A failed query's message and stack name its values: people's names and numbers. Its cause's code and the frames of the stack do not. */
function withoutValues(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const isQuery = "query" in error || cause !== undefined;
  return {
    type: (cause ?? error).constructor.name,
    ...(isQuery ? {} : { message: error.message }),
    ...textOf(cause ?? error, "code"),
    ...textOf(cause ?? error, "constraint"),
    stack: frames.map((line) => line.trim()),
  };
}

function textOf(error: object, name: "code" | "constraint"): { [key in typeof name]?: string } {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? { [name]: value } : {};
}

/** An error in the database's own words: a failed query's would hold its values, people's names among them. */
export function messageOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
