import type { Plugin } from "vite";

const jsonSchema = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

const english = /\/zod\/v4\/locales\/en\.js$/;

const screens = /\/contract\/([\w-]+\/)?screens\.ts$/;

const noScrollArea = "\0no-scroll-area";

const coreForNotifications = "\0mantine-core-for-notifications";

/** The module with every function it exports replaced by one that refuses. */
export function withoutBodies(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1]);
  if (!names.length)
    throw new Error("slim: zod's JSON Schema modules are not as expected; see docs/decisions/0010-frame.md");
  const refuse = 'const refuse = () => () => { throw new Error("no JSON Schema in the browser"); };';
  return [refuse, ...names.map((name) => `export const ${name} = refuse;`)].join("\n");
}

/**
 * Leaves out of the browser's bundle what a library carries along for others: zod's JSON Schema (OpenAPI is the server's) and its English
 * messages (contract/field.ts sets the Chinese ones), Mantine's drawn scroll bars, which no block turns on, and the scroll lock of which
 * @mantine/notifications wants two class names. Saves a tenth of the sign-in page. Of a screen's file the browser asks only whether there is one.
 */
export function slim(): Plugin {
  return {
    name: "slim",
    enforce: "pre",
    apply: "build",
    resolveId(id, importer) {
      if (id.endsWith("/ScrollArea/ScrollArea.mjs") && /\/(Modal|Drawer|Combobox|Table)\//.test(importer ?? ""))
        return noScrollArea;
      return id === "@mantine/core" && importer?.includes("/@mantine/notifications/") ? coreForNotifications : null;
    },
    load(id) {
      if (id === noScrollArea)
        return 'const refuse = () => { throw new Error("no scroll area: see vite/slim.ts"); }; export const ScrollArea = Object.assign(refuse, { Autosize: refuse });';
      if (id !== coreForNotifications) return null;
      // As react-remove-scroll-bar names them: Mantine shifts what they mark while a dialog hides the scroll bar.
      return 'export * from "@mantine/core"; export const RemoveScroll = { classNames: { fullWidth: "width-before-scroll-bar", zeroRight: "right-scroll-bar-position" } };';
    },
    transform(code, id) {
      if (screens.test(id)) return { code: code.replace(/^(\s*(?:\{.*)?file: )"[^"]+"/gm, '$1"1"'), map: null };
      if (english.test(id)) return { code: "export default () => ({ localeError: undefined });", map: null };
      return jsonSchema.test(id) ? { code: withoutBodies(code), map: null } : null;
    },
  };
}
