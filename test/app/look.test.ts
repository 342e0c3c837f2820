import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cssVariables, theme } from "~/app/theme";
import { contrastOf } from "~/test/support/contrast";

// What docs/look.md says, where it can be counted.

const sheets = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => [path, readFileSync(`app/${path}`, "utf8")] as const);

/** It fills while a press is held, as a bar does while one waits: how far one is, no movement. */
const progress = ["layout/client-frame.module.css 1s"];

test("nothing moves for longer than 150 ms", () => {
  const slow = sheets.flatMap(([path, sheet]) =>
    [...sheet.matchAll(/(?:transition|animation)(?:-duration)?:([^;]+);/g)]
      // The first time of each movement; the second is for how long it waits.
      .flatMap(([, moved = ""]) => moved.split(",").map((one) => /([\d.]+)(ms|s)\b/.exec(one)))
      .filter((time) => time && Number(time[1]) * (time[2] === "s" ? 1000 : 1) > 150)
      .map((time) => `${path} ${time?.[0]}`),
  );
  expect(slow).toEqual(progress);
});

test("texts stand apart from every ground by 4.5 in both schemes", () => {
  const { light, dark } = cssVariables(theme as never); // it reads nothing of the theme
  const texts = ["--mantine-color-dimmed", "--app-here", "--app-due", "--app-late", "--app-good"];
  const scheme: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    light: { ...light, "--mantine-color-body": "#ffffff" },
    dark: { ...dark, "--mantine-color-body": theme.colors?.dark?.[7] ?? "" },
  };
  const pale = Object.entries(scheme).flatMap(([name, values]) =>
    texts.flatMap((text) =>
      ["--mantine-color-body", "--app-canvas", "--app-sunken"]
        .filter((ground) => contrastOf(String(values[text]), String(values[ground])) < 4.5)
        .map((ground) => `${name} ${text} on ${ground}`),
    ),
  );
  expect(pale).toEqual([]);
});

test("a pale button's text stands apart from its ground by 4.5, on every level", () => {
  const { light } = cssVariables(theme as never); // it reads nothing of the theme
  const text = String(light["--mantine-color-brand-light-color"]);
  const brand = String(theme.colors?.brand?.[7]);
  // Mantine lays the colour over what is below, a tenth of it, somewhat more under the pointer.
  for (const below of ["#ffffff", String(light["--app-canvas"]), String(light["--app-sunken"])])
    expect(contrastOf(text, mixed(brand, below, 0.12))).toBeGreaterThan(4.5);
});

/** A colour laid over another so thickly (0–1). */
function mixed(colour: string, below: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [over, under] = [colour, below].map((one) => Number.parseInt(one.slice(at, at + 2), 16));
    return Math.round(Number(over) * share + Number(under) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
