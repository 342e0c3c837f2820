import { connect } from "node:tls";
import { settings as definitions, isSecretKey, type SettingKey } from "~/contract/system/setting";
import { webhook } from "~/server/database/tables/system/admin";
import type { Job } from "~/server/jobs/scheduler";
import { dayOf } from "~/server/lib/list";
import { unseal } from "~/server/lib/seal";
import type { Installation, Services } from "~/server/lib/services";
import { openSetting, readSettings } from "~/server/lib/settings";
import { disksOf } from "./disks";
import { queueState } from "./queue-state";

/** Something that is wrong with this installation (domain F.5). */
export interface Problem {
  key: string;
  title: string;
  content: string;
  /** For how many minutes it has to last before it is told. */
  patience: number;
}

export interface Examined {
  services: Services;
  jobs: readonly Job[];
  installation: Pick<Installation, "dataDir" | "backupDir">;
  at: Date;
}

/** By the first part of their problems' keys. Undefined: it could not be found out. */
export const checks: Readonly<Record<string, (examined: Examined) => Promise<Problem[] | undefined>>> = {
  job: lateJobs,
  disk: fullDisks,
  key: unreadableKeys,
  certificate: endingCertificate,
};

/** Told at once, by a name that everybody understands. */
const urgentJobs: Readonly<Record<string, string>> = { backup: "自动备份失败", log_check: "操作日志校验未通过" };
/** Minutes after which a turn counts as late: others run at the same moment as this look. */
const lateAfter = 30;
/** Minutes for which a failure may last, and for which a job may be late: after a standstill all of them catch up. */
const patience = { failed: 30, late: 10 };

async function lateJobs({ services, jobs, at }: Examined): Promise<Problem[]> {
  const names = jobs.map(({ name }) => name);
  const { jobs: turns } = await queueState(services.db, names, at);
  return turns.flatMap(({ job: name, age, failed, fault }) => {
    const due = jobs.find((job) => job.name === name)?.lastTurn(new Date(at.getTime() - lateAfter * 60_000));
    const isLate = age !== null && due !== undefined && at.getTime() - age * 1_000 < due.getTime();
    if (!failed && !isLate) return [];
    const urgent = failed ? urgentJobs[name] : undefined;
    return {
      key: `job:${name}`,
      title: urgent ?? `定时任务 ${name} 没有完成`,
      content: fault ? `${fault}。每5分钟自动重试一次。` : "到了时间没有完成，可能卡住了，请查看服务器日志。",
      patience: urgent ? 0 : isLate ? patience.late : patience.failed,
    };
  });
}

const leastShare = 0.1;
const leastBytes = 1e9;

async function fullDisks({ installation }: Examined): Promise<Problem[]> {
  const full = (await disksOf(installation)).filter(({ free, size }) => free < leastBytes || free < size * leastShare);
  return full.map(({ folder, free, size }) => {
    const label = folder === "data" ? "数据" : "备份";
    const left = `${(free / 1e9).toFixed(1)} GB（${Math.floor((free / size) * 100)}%）`;
    const content = `${label}所在的磁盘只剩 ${left}，写满后不能保存任何内容。`;
    return { key: `disk:${folder}`, title: `${label}磁盘空间不足`, content, patience: 0 };
  });
}

/** Sealed under another SECRET_KEY than the present one. */
async function unreadableKeys({ services }: Examined): Promise<Problem[]> {
  const settings = await readSettings(services.db);
  const secrets = (Object.keys(definitions) as SettingKey[]).filter(isSecretKey);
  const lost = secrets.filter((key) => settings[key] && !openSetting(services, settings, key));
  const webhooks = await services.db.select({ name: webhook.name, url: webhook.url }).from(webhook);
  const shut = webhooks.filter(({ url }) => !unseal(services, { kind: "webhook", name: "url" }, url));
  const names = [
    ...lost.map((key) => definitions[key].schema.meta()?.label ?? key),
    ...shut.map(({ name }) => `Webhook“${name}”`),
  ];
  if (!names.length) return [];
  const content = `SECRET_KEY 与保存时不同，以下视为未设置，须重新填写：${names.join("、")}。`;
  return [{ key: "key", title: "已保存的密钥无法读取", content, patience: 0 }];
}

const leastDays = 14;
/** Milliseconds for the connection. */
const certificateLimit = 5_000;

/** What browsers get at the address at which the staff open this application. */
async function endingCertificate({ services, at }: Examined): Promise<Problem[] | undefined> {
  const { "site.desk_base": address } = await readSettings(services.db);
  if (!address.startsWith("https:")) return [];
  const ends = await certificateEnd(new URL(address)).catch(() => undefined);
  if (!ends) return undefined;
  if (ends.getTime() - at.getTime() > leastDays * 86_400_000) return [];
  const [title, when] = ends > at ? ["证书即将到期", "将于"] : ["证书已到期", "已于"];
  const content = `${address} 的证书${when} ${dayOf(ends)} 到期，到期后浏览器会拒绝打开。`;
  return [{ key: "certificate", title, content, patience: 0 }];
}

/** Nothing is asked of the server there: only its certificate is read, be it valid or not. */
const certificateEnd = ({ hostname, port }: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(/[a-z]/i.test(hostname) ? { servername: hostname } : {}),
    });
    socket.setTimeout(certificateLimit, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
