// @vitest-environment node
import { expect, it } from "vitest";
import { withoutParts } from "~/vite/slim-table";

const code = "const A = () => draw(a);\nconst B = 1, C = () => draw(c);\nexport { A, C };\n";
const init = (text: string) => ({ start: code.indexOf(text), end: code.indexOf(text) + text.length });
const body = [
  {
    type: "VariableDeclaration",
    declarations: [{ id: { type: "Identifier", name: "A" }, init: init("() => draw(a)") }],
  },
  {
    type: "VariableDeclaration",
    declarations: [
      { id: { type: "Identifier", name: "B" }, init: init("1") },
      { id: { type: "Identifier", name: "C" }, init: init("() => draw(c)") },
    ],
  },
  { type: "ExportNamedDeclaration" },
];

it("makes the named parts draw nothing and leaves the rest", () => {
  expect(withoutParts(code, body, ["C", "A"])).toBe(
    "const A = () => null;\nconst B = 1, C = () => null;\nexport { A, C };\n",
  );
});

it("fails the build when a part is gone, so that an upgrade is looked at", () => {
  expect(() => withoutParts(code, body, ["A", "Gone"])).toThrow("mantine-react-table has no Gone");
});
