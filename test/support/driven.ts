import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import type { Endpoint } from "~/contract/endpoint";
import { isWhole } from "./seed";

// What the tests have driven or expected so far, one line each in a file of the run, which all workers append to.

declare module "vitest" {
  interface ProvidedContext {
    drivenFile: string;
  }
}

export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(join(tmpdir(), "xinfang-driven-"));
  project.provide("drivenFile", join(dir, "driven.txt"));
  return () => rmSync(dir, { recursive: true, force: true });
}

export const callLine = (method: string, path: string) => `call ${method} ${path.replace(/\/\d+(?=\/|$)/g, "/{n}")}`;
export const rolesLine = ({ line, summary }: Pick<Endpoint, "line" | "summary">, file: string) =>
  `roles ${line} ${summary} by ${file}`;
export const pageLine = (path: string) => `page ${path}`;
export const fileLine = (path: string) => `file ${path}`;

/** The test files of a folder that this run has, the whole one or the commit's. */
export function filesOfRun(folder: string): string[] {
  const files = readdirSync(join(import.meta.dirname, "..", folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.test\.tsx?$/.test(file) && (isWhole || !file.includes(".whole.")))
    .map((file) => `test/${folder}/${file}`);
}

const written = new Set<string>();

/** Keeps a line, once per test file. */
export function keepDriven(line: string): void {
  if (written.has(line)) return;
  written.add(line);
  appendFileSync(inject("drivenFile"), `${line}\n`);
}

/** All lines of this run. */
export function readDriven(): Set<string> {
  try {
    return new Set(readFileSync(inject("drivenFile"), "utf8").split("\n"));
  } catch {
    return new Set(); // no test has driven anything
  }
}
