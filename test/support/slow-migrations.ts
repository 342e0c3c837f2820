import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of two migrations, of which the first takes a while; the caller removes it. */
export function writeSlowMigrations(rows: number): string {
  const folder = mkdtempSync(join(tmpdir(), "xinfang-migrations-"));
  const entries = ["0000_heavy", "0001_light"].map((tag, idx) => ({
    idx,
    version: "7",
    when: idx + 1,
    tag,
    breakpoints: true,
  }));
  mkdirSync(join(folder, "meta"));
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  const heavy = [
    "create table heavy (id int primary key, words text not null)",
    `insert into heavy select n, repeat(md5(n::text), 6) from generate_series(1, ${rows}) n`,
    "create index heavy_words on heavy using gin (words gin_trgm_ops)",
  ];
  writeFileSync(join(folder, "0000_heavy.sql"), heavy.join(";--> statement-breakpoint\n"));
  writeFileSync(join(folder, "0001_light.sql"), "insert into heavy values (0, 'light')");
  return folder;
}
