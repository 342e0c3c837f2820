import { existsSync } from "node:fs";
import type { Plugin } from "vite";

const classModule = /^(.*\/@mantine\/\w+)\/esm\/.*\/(\w+)\.module\.css\.mjs$/;

/**
 * The style sheets of Mantine are imported one by one (CSS budget of docs/decisions/1300-frame.md), so one can be forgotten: this fails
 * the build when a bundled component's class names have no rules in the emitted CSS.
 */
export function mantineStyles(): Plugin {
  return {
    name: "mantine-styles",
    generateBundle(options, bundle) {
      if (options.dir?.includes("server")) return;
      const outputs = Object.values(bundle);
      const css = outputs
        .map((file) => (file.type === "asset" && file.fileName.endsWith(".css") ? String(file.source) : ""))
        .join("");
      const modules = outputs.flatMap((file) => (file.type === "chunk" ? Object.entries(file.modules) : []));
      const missing = modules.flatMap(([id, { code, renderedLength }]) => {
        const [, root, component] = classModule.exec(id) ?? [];
        const used = [...(code ?? "").matchAll(/"(m_[0-9a-f]+)"/g)].map((match) => match[1]);
        if (!root || !renderedLength || !used.length || used.some((name) => css.includes(`.${name}`))) return [];
        const own = `${root}/styles/${component}.css`;
        return existsSync(own) ? own : `${root}/styles.css`;
      });
      if (missing.length)
        this.error(
          `mantine-styles: import in app/root.tsx (shared parts) or beside the block (rare ones):\n${missing.join("\n")}`,
        );
    },
  };
}
