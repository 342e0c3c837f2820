import { z } from "zod";
import { type FieldMeta, metaOf } from "~/contract/field";
import { queryLabel } from "~/contract/query-label";
import { shapeOf } from "~/server/lib/input";
import type { Tool } from "./tool";

type Json = Record<string, unknown>;

/** The argument by which what was asked before is done: nothing of the contract has this name. */
export const tokenName = "confirm_token";

const known = new WeakMap<Tool, ReturnType<typeof makeSchema>>();

/** What a tool takes, as the contract says it: labels as titles, the words of choices and where the values of lists are found. */
export function inputSchema(tool: Tool) {
  const schema = known.get(tool) ?? makeSchema(tool);
  known.set(tool, schema);
  return schema;
}

function makeSchema({ shape, question, endpoints: [endpoint] }: Tool) {
  const json = z.toJSONSchema(z.object(shape), {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  });
  const properties: Json = {};
  for (const [name, schema] of Object.entries(shape)) {
    // Of a preprocessed field zod says nothing of what it says of itself, and a filter has its label in the list's words.
    const said = metaOf(schema as z.ZodType);
    const isFilter = endpoint && name in shapeOf(endpoint.query);
    const title = said.label ?? (isFilter ? queryLabel(endpoint, name) : name);
    properties[name] = { ...(json.properties?.[name] as Json), title, ...describedBy(said) };
  }
  if (question) properties[tokenName] = { type: "string", description: tokenTells };
  const required = Object.entries(shape).flatMap(([name, schema]) =>
    (schema as z.ZodType).safeParse(undefined).success ? [] : [name],
  );
  return { type: "object" as const, properties, required, additionalProperties: false };
}

const tokenTells = [
  "上一次调用返回 needs_confirmation 时给出的 token；先把问题原样问用户，用户同意后再带上它重新调用，其他参数不变。",
  "The token of a needs_confirmation answer. Ask the person first; send it with the same arguments once they agree.",
].join("\n");

/** What a model can use of a schema: the form's own words are said once, at the field, and a date's format says all of its pattern. */
function tidy(json: Json): void {
  for (const name of Object.keys(json)) if (!standard.has(name)) delete json[name];
  if (json.format) delete json.pattern;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

const standard = new Set([
  ...["type", "enum", "const", "anyOf", "items", "properties", "required", "additionalProperties", "default"],
  ...["format", "pattern", "minLength", "maxLength", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);

function describedBy({ options, scene, help, unit }: FieldMeta): Json {
  const texts = [
    help ?? "",
    options ? `取值：${inWords(options)}` : "",
    scene ? `取值用 list_options 查 ${scene}` : "",
    unit ? `单位：${unit}` : "",
  ].filter(Boolean);
  return texts.length > 0 ? { description: texts.join("；") } : {};
}

const inWords = (options: object) =>
  Object.entries(options)
    .map(([value, label]) => `${value}=${String(label)}`)
    .join("，");
