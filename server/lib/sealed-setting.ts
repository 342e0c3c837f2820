import type { SecretKey } from "~/contract/system/setting";
import { seal, unseal } from "./seal";
import type { Services } from "./services";
import type { Settings } from "./settings";

const purpose = (name: SecretKey) => ({ kind: "setting" as const, name });

export const sealSetting = (services: Pick<Services, "secret">, name: SecretKey, plain: string): string =>
  seal(services, purpose(name), plain);

/** The secret in a setting; empty where it is not set, or was sealed under another SECRET_KEY. */
export const openSetting = (services: Pick<Services, "secret">, settings: Settings, name: SecretKey): string =>
  unseal(services, purpose(name), settings[name]);
