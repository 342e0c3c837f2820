import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { listedWord } from "~/test/support/public-lists";
import { assetName, plainName, scriptName } from "~/vite/file-names";

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" });

describe("names of built files", () => {
  it("says nothing that blockers keep away", () => {
    expect(plainName("banner-edit-banner-list")).toBe("b-edit-b-list");
    expect(plainName("customer-edit-tracking-list")).toBe("customer-edit-t-list");
    expect(scriptName({ name: "tracker-link" })).toBe("static/js/t-link-[hash:7].js");
    expect(assetName({ names: ["banner-edit.css"] })).toBe("static/css/b-edit-[hash:7][extname]");
    expect(assetName({ names: ["flag.svg"] })).toBe("static/media/[name]-[hash:7][extname]");
  });

  it("leaves all others as they are", () => {
    for (const name of ["statement-list", "add-files", "dashboard", "agent-login-list", "-house"])
      expect(plainName(name)).toBe(name);
  });

  it("holds for every module and picture of ours, as what they are named by", () => {
    const names = ["app", "contract", "remix", "visitor"].flatMap(filesIn).map((file) => basename(file));
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => listedWord(plainName(name)))).toEqual([]);
  });

  it("holds for what is served under its own name", () => {
    expect(filesIn("public").filter((file) => listedWord(basename(file)))).toEqual([]);
  });
});
