import { customerImport as contract } from "~/contract/customer/customer-import";
import { audit } from "~/server/lib/audit";
import { found, Refusal, refuse, refuseFields } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { randomToken } from "~/server/lib/seal";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { formatOf, refusedRows, sendingOf, templateFile } from "../shared/import/import-file";
import { addTask, aliveTasks, ownTask, recentTasks, toTask } from "../shared/import/task";
import { lockHolder } from "./customer/ownership/limits";
import { explanations, templateHeadings } from "./customer-import/columns";
import { startImport } from "./customer-import/run-import";

const megabyte = 1024 * 1024;
/** Reading takes a processor: beyond so many at once one waits. */
const mostAtOnce = 3;

export const customerImportHandlers = [
  serve(contract.template, async (call) => {
    const mayAssign = call.user.permissions.has("customer:info:assign");
    const [headings, explained] = [templateHeadings(mayAssign), explanations(mayAssign)];
    return templateFile(call, { label: "客户", headings, explanations: explained });
  }),

  serve(
    contract.start,
    async (call) => {
      const { query, user, services, raw } = call;
      const { db, storage } = services;
      if (query.to === "me" && !user.permissions.has("customer:pool:claim"))
        return refuseFields([{ field: "to", label: "去向", message: "您的岗位不持有客户，请导入到公海" }]);
      const { "upload.doc_mb": megabytes } = await readSettings(db);
      const now = services.now();
      const file_key = `import/${dayOf(now).slice(0, 7)}/${randomToken()}`;
      const stored = raw.body
        ? await storage.write(file_key, raw.body, megabytes * megabyte)
        : refuseFields([{ field: "file", label: "文件", message: "请选择文件" }]);
      if (!stored) return refuse(41300, { n: megabytes });
      try {
        const format = await formatOf(services, file_key);
        const task = await db.transaction(async (tx) => {
          // One's own two starts at once wait for each other.
          await lockHolder(tx, user.id);
          const alive = await aliveTasks(tx, now);
          if (alive.some((one) => one.user_id === user.id)) throw new Refusal(40902, "您有导入正在进行，请等待其完成");
          if (alive.length >= mostAtOnce) return refuse(42900);
          const added = found(
            await addTask(tx, now, { user_id: user.id, name: query.name, file_key, dry_run: query.dry_run === true }),
          );
          const summary = `${added.dry_run ? "预检" : "开始导入"}客户文件：${added.name}`;
          const target = { type: "import_task", id: added.id, name: added.name };
          await audit({ ...call, db: tx }, { module: "customer", action: "import", summary, target });
          return added;
        });
        const sending = sendingOf(query);
        startImport({ call: { user, db, origin: call.origin, services }, task, format, to: query.to, sending });
        return toTask(task, now);
      } catch (error) {
        await storage.remove(file_key);
        throw error;
      }
    },
    { ownTransaction: true },
  ),

  serve(contract.recent, async (call) => {
    const rows = await recentTasks(call);
    return { list: rows.map((row) => toTask(row, call.services.now())) };
  }),

  serve(contract.get, async (call) => toTask(found(await ownTask(call, call.params.id)), call.services.now())),

  serve(contract.errors, (call) => refusedRows(call, "客户")),
];
