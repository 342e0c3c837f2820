import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cssVariables, theme } from "~/app/theme";
import { contrastOf } from "~/test/support/contrast";

// What docs/look.md says, where it can be counted.

const sheets = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => [path, readFileSync(`app/${path}`, "utf8")] as const);

/** It fills while a press is held, like a progress bar: progress, not movement. */
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

test("no spinner stands alone on a blank area: what is on its way has the shape of what comes", () => {
  const alone = readdirSync("app", { recursive: true, encoding: "utf8" })
    // Before sign-in there is no screen yet; the smallest loader is inline.
    .filter((path) => path.endsWith(".tsx") && !path.startsWith("routes/sign-in/"))
    .filter((path) =>
      /(<Center[^>]*>|=>|=> \(|return|return \()\s*<Loader (?!size="xs")/.test(readFileSync(`app/${path}`, "utf8")),
    );
  expect(alone).toEqual([]);
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

test("a unit board is ink and paper: white is free, grey is sold, copper one's own, and nothing red or green", () => {
  const sheet = readFileSync("app/features/unit-board/unit-board.module.css", "utf8");
  const { light, dark } = cssVariables(theme as never); // it reads nothing of the theme
  const schemes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    light: { ...light, "--mantine-color-body": "#ffffff", "--mantine-color-text": "#1a1b1e" },
    dark: {
      ...dark,
      "--mantine-color-body": theme.colors?.dark?.[7] ?? "",
      "--mantine-color-text": theme.colors?.dark?.[0] ?? "",
    },
  };
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const rules = [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, of = "", body = ""]) => ({
    selectors: of.split(",").map((one) => one.trim()),
    body,
  }));
  const set = (selector: string, name: string) =>
    rules
      .filter(({ selectors }) => selectors.includes(selector))
      .map(({ body }) => new RegExp(`--unit-${name}: ([^;]+);`).exec(body)?.[1])
      .find(Boolean);
  const whole = (scheme: string, state: string, name: string) => {
    const own = `[data-status="${state}"]`;
    const inDark = ':global([data-mantine-color-scheme="dark"]) [data-mine]';
    const mine = (scheme === "dark" ? set(inDark, name) : undefined) ?? set("[data-mine]", name);
    return (state === "mine" ? mine : set(own, name)) ?? set(".cell", name) ?? "";
  };
  const colour = (scheme: string, value: string) =>
    value.startsWith("var(") ? String(schemes[scheme]?.[value.slice(4, -1)]) : value;
  for (const scheme of ["light", "dark"])
    for (const state of ["available", "held", "reserved", "sold", "off", "mine"]) {
      const of = (name: string) => colour(scheme, whole(scheme, state, name));
      expect([scheme, state, contrastOf(of("text"), of("ground")) >= 4.5]).toEqual([scheme, state, true]);
      const hues = ["ground", "text"].map((name) => hueOf(of(name))).filter((hue) => hue !== undefined);
      const isCopper = hues.length > 0 && hues.every((hue) => hue > 20 && hue < 45);
      const ink = hues.length === 0 ? "ink" : hues.join();
      expect([scheme, state, isCopper ? "copper" : ink]).toEqual([scheme, state, state === "mine" ? "copper" : "ink"]);
    }
  expect(whole("light", "available", "ground")).toBe("var(--mantine-color-body)");
  expect(whole("light", "sold", "text")).toBe("var(--mantine-color-dimmed)");
});

/** The hue of a colour, in degrees; undefined for ink, paper and greys. */
function hueOf(colour: string): number | undefined {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40) return undefined;
  const turn = most === red ? (green - blue) / (most - least) : most === green ? 2 : 4;
  return (turn * 60 + 360) % 360;
}

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
