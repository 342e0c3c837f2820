import { readConfig } from "../config";
import { writeBaseline } from "../database/baseline";
import { migrate } from "../database/migrate";
import { openDatabase } from "../database/open";
import { createAdmin } from "../identity/first-admin";
import { messageOf } from "../lib/log";

/** `npm run admin -- EMAIL`: makes a super_admin and prints the password, which must be changed at the first sign-in. */
async function main() {
  const email = process.argv[2];
  if (!email?.includes("@")) throw new Error("用法：npm run admin -- 邮箱");
  const database = await openDatabase(readConfig(process.env));
  try {
    await migrate(database.db);
    await writeBaseline(database.db);
    const password = await createAdmin(database.db, email);
    process.stdout.write(`已创建超级管理员 ${email}，初始密码 ${password}，首次登录须修改。\n`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
