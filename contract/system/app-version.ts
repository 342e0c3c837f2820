import { z } from "zod";
import { keyword, listQuery, oneOf, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, screenData } from "../screen-data";

export const appPlatforms = { ios: "iOS", android: "安卓" } as const;
export type AppPlatform = keyof typeof appPlatforms;

export const updateTypes = { optional: "可选更新", recommend: "推荐更新", force: "强制更新" } as const;
export type UpdateType = keyof typeof updateTypes;

const appVersionStatuses = { draft: "草稿", released: "已发布", withdrawn: "已撤回" } as const;
export type AppVersionStatus = keyof typeof appVersionStatuses;

/** Three numbers, as the app's own check compares them. */
const versionNumber = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .regex(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/, `${label}应为“主.次.修订”三段数字，如 2.4.0`)
    .meta({ label, control: "text" });

/** Which of two version numbers is the later: above 0 where the first is. */
export function compareVersions(one: string, other: string): number {
  const others = other.split(".").map(Number);
  const differences = one.split(".").map((part, index) => Number(part) - (others[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

export const AppVersionFields = z.object({
  platform: field.choice("平台", appPlatforms),
  version: versionNumber("版本号").meta({ help: "如 2.4.0，须高于已发布的版本" }),
  build: field.integer("Build", 1, 2_000_000_000).meta({ help: "须大于已发布的最高Build" }),
  update_type: field.choice("更新方式", updateTypes),
  min_supported: field.optional(versionNumber("最低支持版本")).meta({ help: "低于此版本的APP必须更新；留空为不限" }),
  gray_percent: field.integer("灰度比例", 1, 100).default(100).meta({ unit: "%", help: "收到此版本的设备比例" }),
  title: field.text("标题", 50),
  notes: field.longText("更新说明", 2000),
  package_id: field.optional(field.id("安装包")).meta({ control: "media" }),
  store_url: field
    .optional(z.url({ protocol: /^https$/, error: "商店地址应以 https:// 开头" }).max(500, "商店地址不能超过500个字"))
    .meta({ label: "商店地址", control: "text", help: "App Store 中的地址，以 https:// 开头" }),
});
export type AppVersionFields = z.output<typeof AppVersionFields>;

function checkAppVersion(value: AppVersionFields, context: z.RefinementCtx) {
  const wrong = (name: keyof AppVersionFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (value.platform === "android" && value.package_id === null) wrong("package_id", "请上传安装包");
  if (value.platform === "ios" && value.store_url === null) wrong("store_url", "请输入商店地址");
  if (value.min_supported && compareVersions(value.min_supported, value.version) > 0)
    wrong("min_supported", "最低支持版本不能高于本版本");
}
export const AppVersionBody = AppVersionFields.superRefine(checkAppVersion);

const { shape } = AppVersionFields;

export const AppVersionRow = field.rowOf(
  AppVersionFields,
  ["platform", "build", "update_type", "min_supported", "title"],
  {
    id: field.id(),
    version: field.read(shape.version, { label: "版本" }),
    gray_percent: field.read(shape.gray_percent, { label: "灰度" }),
    released_at: field.instant("发布时间").nullable(),
    created_at: field.instant("创建时间"),
    status: field.choice("状态", appVersionStatuses),
    can: field.can("edit", "release", "withdraw", "delete"),
  },
);
export type AppVersionRow = z.output<typeof AppVersionRow>;

export const AppVersionDetail = AppVersionRow.extend({
  ...field.rowOf(AppVersionFields, ["notes", "package_id", "store_url"], {}).shape,
  package: z.object({ id: z.int(), name: z.string(), mime: z.string(), size: z.int(), url: z.string() }).nullable(),
});
export type AppVersionDetail = z.output<typeof AppVersionDetail>;

const permission = "system:version:manage";

export const appVersion = {
  ...recordEndpoints("/api/system/version", "APP版本", {
    kind: "app_version",
    permission,
    query: listQuery(
      {
        keyword: keyword(),
        platform: oneOf(appPlatforms),
        status: oneOf(appVersionStatuses),
        update_type: oneOf(updateTypes),
      },
      ["created_at", "build", "released_at"],
      "-created_at",
    ),
    page: page(AppVersionRow),
    record: AppVersionDetail,
    create: AppVersionBody,
    update: AppVersionBody,
  }),
  release: endpoint("PATCH /api/system/version/{id}/release", "发布APP版本", permission, { reply: AppVersionDetail }),
  withdraw: endpoint("PATCH /api/system/version/{id}/withdraw", "撤回APP版本", permission, { reply: AppVersionDetail }),
};

export const appVersionScreens = {
  "/system/version": screenData("list", (address) => ({
    page: listRequest(appVersion.list, address),
    record: chosenRequest(appVersion.get, address.search.get("edit") ?? address.search.get("view")),
  })),
};
