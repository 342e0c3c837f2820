import type { Plugin } from "vite";

/** How each kind of schema says which part of a JSON Schema it makes: a closure per schema, and the only use of what makes them. */
const processor = /^ *inst\._zod\.processJSONSchema = .*;\n/gm;

/** What zod's schemas import → what they get instead: the server alone writes JSON Schemas, and messages are Chinese ones from the start (contract/field.ts). */
const replacements: Readonly<Record<string, string>> = {
  "../core/to-json-schema.js":
    "const refuse = () => { throw new Error('no JSON Schema'); }; export const createStandardJSONSchemaMethod = () => refuse; export const createToJSONSchemaMethod = () => refuse;",
  "../locales/en.js": "export default () => ({ localeError: () => undefined });",
};

const prefix = "\0for-zod:";
const schemas = "/zod/v4/classic/schemas.js";

/** The module without what makes JSON Schemas. Throws when there is none, so that an upgrade is looked at. */
export function withoutProcessors(code: string): string {
  const slim = code.replace(processor, "");
  if (slim === code) throw new Error("slim-zod: zod's schemas name no processJSONSchema");
  return slim;
}

/** Keeps out of every first visit what zod's schemas mention and no browser uses: a fifth of zod (docs/decisions/0194-slim-zod.md). */
export function slimZod(): Plugin {
  return {
    name: "slim-zod",
    enforce: "pre",
    apply: "build",
    resolveId(id, importer) {
      return importer?.endsWith(schemas) && id in replacements ? prefix + id : null;
    },
    load(id) {
      const code = id.startsWith(prefix) && replacements[id.slice(prefix.length)];
      return code ? { code, moduleSideEffects: false } : null;
    },
    transform(code, id) {
      return id.endsWith(schemas) ? { code: withoutProcessors(code), map: null } : null;
    },
  };
}
