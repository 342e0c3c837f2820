import { appVersionScreens } from "~/contract/system/app-version";
import { brokerScreens } from "~/contract/system/broker";
import { recordScreens } from "~/contract/system/record";
import { roleScreens } from "~/contract/system/role";
import { setCenterScreens } from "~/contract/system/set-center";
import { staffScreens } from "~/contract/system/staff";
import type { Served } from "~/server/lib/serve";
import { appVersionHandlers } from "./app-version";
import { brokerHandlers } from "./broker";
import { engineHandlers } from "./engine";
import { keyHandlers } from "./key";
import { mailHandlers } from "./mail";
import { menuHandlers } from "./menu";
import { productionHandlers } from "./production";
import { recordHandlers } from "./record";
import { roleHandlers } from "./role";
import { settingHandlers } from "./setting";
import { staffHandlers } from "./staff";
import { staffImportHandlers } from "./staff/import-run";
import { systemHandlers } from "./system";
import { targetHandlers } from "./target";
import { teamHandlers } from "./team";
import { webhookHandlers } from "./webhook";
import { wecomSyncHandlers } from "./wecom-sync";

export { optionSources } from "./option-sources";

export const served: readonly Served[] = [
  ...systemHandlers,
  ...staffHandlers,
  ...staffImportHandlers,
  ...teamHandlers,
  ...settingHandlers,
  ...brokerHandlers,
  ...appVersionHandlers,
  ...targetHandlers,
  ...roleHandlers,
  ...menuHandlers,
  ...recordHandlers,
  ...webhookHandlers,
  ...keyHandlers,
  ...productionHandlers,
  ...mailHandlers,
  ...engineHandlers,
  ...wecomSyncHandlers,
];

export const screens = {
  ...appVersionScreens,
  ...roleScreens,
  ...staffScreens,
  ...brokerScreens,
  ...recordScreens,
  ...setCenterScreens,
};
