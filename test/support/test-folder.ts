import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder of the test file's own, which goes with it. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "xinfang-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
