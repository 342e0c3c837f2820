// @vitest-environment node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { lowerDefaults } from "~/vite/mantine-styles";

const require = createRequire(import.meta.url);

it.each(["default-css-variables", "global"])("lowers the variables of %s.css below those of the theme", (name) => {
  const css = readFileSync(require.resolve(`@mantine/core/styles/${name}.css`), "utf8");
  const lowered = lowerDefaults(css);
  expect(lowered).not.toMatch(/:root/);
  expect(lowered.match(/^html\[data-mantine-color-scheme='\w+'\] \{/gm)).toHaveLength(2);
});

it("stops the build when an upgrade has changed them", () => {
  expect(() => lowerDefaults("html { color: red }")).toThrow(/not as expected/);
});
