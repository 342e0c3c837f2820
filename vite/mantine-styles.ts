import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

/** Mantine's default variables at a lower weight than those of our theme, which stand before the sheets in the document (docs/decisions/0045-early-loading.md). */
export function lowerDefaults(css: string): string {
  const lowered = css.replace(/:root(?=\s*\{|\[)/g, "html");
  if (lowered === css) throw new Error("mantine-styles: Mantine's default variables are not as expected");
  return lowered;
}

/**
 * The style sheets of Mantine are imported one by one (CSS budget of docs/decisions/0010-frame.md), so one can be forgotten: this fails
 * the build when a bundled component's class names have no rules in the emitted CSS.
 */
export function mantineStyles(): Plugin {
  const classModule = /^(.*\/@mantine\/(\w+))\/esm\/.*\/(\w+)\.module\.css\.mjs$/;
  return {
    name: "mantine-styles",
    enforce: "pre",
    transform: (code, id) =>
      /\/@mantine\/core\/styles\/(default-css-variables|global)\.css/.test(id)
        ? { code: lowerDefaults(code), map: null }
        : null,
    generateBundle(options, bundle) {
      if (options.dir?.includes("server")) return;
      const outputs = Object.values(bundle);
      const css = outputs
        .map((file) => (file.type === "asset" && file.fileName.endsWith(".css") ? String(file.source) : ""))
        .join("");
      const missing: string[] = [];
      for (const chunk of outputs) {
        if (chunk.type !== "chunk") continue;
        for (const [id, module] of Object.entries(chunk.modules)) {
          const [, root, name, component] = classModule.exec(id) ?? [];
          if (!root || !component || module.renderedLength === 0) continue;
          const own = `${root}/styles/${component}.css`;
          const sheet = existsSync(own) ? own : `${root}/styles.css`;
          const used = [...(module.code ?? "").matchAll(/"(m_[0-9a-f]+)"/g)].map((match) => match[1]);
          if (used.length && !used.some((className) => css.includes(`.${className}`))) {
            missing.push(
              `@mantine/${name}/${sheet.slice(resolve(dirname(sheet), sheet.includes("/styles/") ? ".." : ".").length + 1)}`,
            );
          }
        }
      }
      if (missing.length) {
        this.error(
          `mantine-styles: import in app/root.tsx (shared parts) or beside the block (rare ones):\n${[...new Set(missing)].join("\n")}`,
        );
      }
    },
  };
}
