import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { lowerDefaults } from "~/vite/mantine-styles";

const require = createRequire(import.meta.url);

it("lowers every rule of Mantine's default variables below those of the theme, and stops the build when there is none", () => {
  const css = readFileSync(require.resolve("@mantine/core/styles/default-css-variables.css"), "utf8");
  const lowered = lowerDefaults(css);
  expect(lowered).not.toMatch(/:root/);
  expect(lowered.match(/^html(\[data-mantine-color-scheme='\w+'\])? \{/gm)).toHaveLength(3);
  expect(() => lowerDefaults("html { color: red }")).toThrow(/not as expected/);
});
