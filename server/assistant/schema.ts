import { z } from "zod";
import { metaOf } from "~/contract/field";
import type { Tool } from "./tool";

type Json = Record<string, unknown>;

/** The argument by which what was asked before is done: nothing of the contract has this name. */
export const tokenName = "confirm_token";

/** What a tool takes, as the contract says it: labels as titles, the words of choices and where the values of lists are found. */
export function inputSchema({ shape, question }: Tool): Json & { type: "object" } {
  const { $schema: _, ...json } = z.toJSONSchema(z.object(shape), {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => describe(jsonSchema as Json),
  });
  const properties = { ...(json.properties as Json) };
  for (const [name, schema] of Object.entries(shape)) {
    // zod says of a preprocessed field nothing of its own description.
    properties[name] = described({ ...(properties[name] as Json) }, { ...metaOf(schema as z.ZodType) });
  }
  if (question)
    properties[tokenName] = {
      type: "string",
      description:
        "上一次调用返回 needs_confirmation 时给出的 token；先把问题原样问用户，用户同意后再带上它重新调用，其他参数不变。\n" +
        "The token of a needs_confirmation answer. Ask the user first; send it with the same arguments once they agree.",
    };
  const required = Object.entries(shape).flatMap(([name, schema]) =>
    (schema as z.ZodType).safeParse(undefined).success ? [] : [name],
  );
  return { type: "object", properties, required, additionalProperties: false };
}

function describe(json: Json): void {
  Object.assign(json, described({ ...json }, json));
  for (const ours of ownNames) delete json[ours];
}

const ownNames = [
  ...["label", "control", "options", "scene", "help", "unit", "figure", "isLiteral", "isAhead", "isNow", "notes"],
  ...["findsContacts", "isPerson", "currency"],
];

/** The schema with what its field says of itself. */
function described(json: Json, { label, options, scene, help, unit }: Json): Json {
  const texts = [
    typeof help === "string" ? help : "",
    options && typeof options === "object" ? `取值：${inWords(options)}` : "",
    typeof scene === "string" ? `取值用 list_options 查 ${scene}` : "",
    typeof unit === "string" && unit ? `单位：${unit}` : "",
  ].filter(Boolean);
  const cleaned = Object.fromEntries(Object.entries(json).filter(([name]) => !ownNames.includes(name)));
  return {
    ...cleaned,
    ...(typeof label === "string" && { title: label }),
    ...(texts.length > 0 && { description: texts.join("；") }),
  };
}

const inWords = (options: object) =>
  Object.entries(options)
    .map(([value, label]) => `${value}=${String(label)}`)
    .join("，");
