import { textOf } from "~/contract/content/rich-text";
import { metaOf } from "~/contract/field";
import { type Module, moduleName, moduleProps, moduleTypes } from "~/contract/special/modules";
import type { Inner, Values } from "~/server/resources/content/kind";

const modulesOf = ({ modules }: Values): readonly Module[] => (modules as Module[] | null | undefined) ?? []; // as the kind's schema has parsed them

const nameAt = (at: number, prop: string) => `modules.${at}.${prop}`;

/** The formatted texts and pictures of a page's modules. */
export const modulesInner: Inner = {
  texts: (values) =>
    Object.fromEntries(
      modulesOf(values).flatMap(({ type, props }, at) =>
        type === "text" && props.content ? [[nameAt(at, "content"), props.content]] : [],
      ),
    ),
  withTexts: (values, texts) => ({
    ...values,
    modules: modulesOf(values).map((module, at) =>
      module.type === "text" && nameAt(at, "content") in texts
        ? { ...module, props: { ...module.props, content: texts[nameAt(at, "content")] ?? null } }
        : module,
    ),
  }),
  pictures: (values) =>
    Object.fromEntries(
      modulesOf(values).flatMap(({ type, props }, at) => {
        if (type !== "banner" && type !== "picture") return [];
        const mobile = type === "banner" ? props.mobile_media_id : null;
        return [
          ...(props.media_id ? [[nameAt(at, "media_id"), props.media_id] as const] : []),
          ...(mobile ? [[nameAt(at, "mobile_media_id"), mobile] as const] : []),
        ];
      }),
    ),
  nameOf: (values, name) => {
    const at = Number(name.split(".")[1]);
    const module = modulesOf(values)[at];
    return module ? moduleName(module, at) : "";
  },
  lines: (values) => ({ modules: modulesOf(values).flatMap(moduleLines) }),
};

function moduleLines({ type, props }: Module): string[] {
  const { shape } = moduleProps[type];
  const said = Object.entries(shape).flatMap(([name, schema]) => {
    const { label = name, control, options } = metaOf(schema);
    const value: unknown = (props as Values)[name];
    const words = control === "media" ? value && `图片#${String(value)}` : inWords(value, options, control === "rich");
    return words ? [`${label} ${words}`] : [];
  });
  return [`【${moduleTypes[type]}】`, ...said];
}

function inWords(value: unknown, options: Readonly<Record<string, string>> = {}, isRich = false): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => inWords(one, options)).join("、");
  if (typeof value === "object")
    return Object.values(value)
      .map((one) => inWords(one, options))
      .join(" ");
  return isRich ? textOf(String(value)) : (options[String(value)] ?? String(value));
}
