/** Of the migrations of before 1.0.0, which one has taken the place of (docs/decisions/1120-backup-and-migrations.md), the first and the last. */
const first = "fc27e97b9a61877f7f59d59a69c8c0bd2cd3271bc44b9f208800ed458d18a10b";
const last = "a7a4ae55eeff8f817ea78034184def075aedd42e4b6b5303ecd12d0c9c24be6b";

type Migrations = readonly { hash: string }[];

/** Whether a database or a backup that has seen these migrations is of before 1.0.0. */
export const isBeforeFirstRelease = (migrations: Migrations): boolean => migrations[0]?.hash === first;

/** Whether it has seen all that there were before 1.0.0: such a backup can be restored. */
export const isLastBeforeFirstRelease = (migrations: Migrations): boolean =>
  isBeforeFirstRelease(migrations) && migrations.at(-1)?.hash === last;

/** What to do with data of before 1.0.0 otherwise. */
export const beforeFirstRelease =
  "这是 1.0.0 之前的数据，本版本不能直接使用，没有改动任何数据：请用 1.0.0 之前的最后一个版本恢复这份备份（数据库或数据目录则直接用它启动），用那个版本重新备份（npm run backup），再用本版本恢复新的备份（npm run restore -- 备份文件）";
