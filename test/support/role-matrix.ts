import { agentPages } from "./role-matrix/agent";
import { articlePages } from "./role-matrix/article";
import { cluePages } from "./role-matrix/clue";
import { customerEndpoints, customerPages } from "./role-matrix/customer";
import { dashboardEndpoints, dashboardPages } from "./role-matrix/dashboard";
import { dealPages } from "./role-matrix/deal";
import { houseEndpoints, housePages } from "./role-matrix/house";
import { inquiryPages } from "./role-matrix/inquiry";
import { notificationPages } from "./role-matrix/notification";
import { personalEndpoints } from "./role-matrix/personal";
import { regionEndpoints, regionPages } from "./role-matrix/region";
import { resourcePages } from "./role-matrix/resource";
import { scheduleEndpoints } from "./role-matrix/schedule";
import { seoPages } from "./role-matrix/seo";
import { sharedEndpoints } from "./role-matrix/shared";
import { signInEndpoints } from "./role-matrix/sign-in";
import { specialPages } from "./role-matrix/special";
import { systemEndpoints, systemPages } from "./role-matrix/system";

/**
 * Who may do what, written by hand out of domain A.2, A.3 and E: never computed from the contract, which the test holds against it.
 * SM sales_manager, SR sales, CM channel_manager, EM estate_manager, CE content_editor, SE seo_editor, FI finance, CS customer_service;
 * super_admin may do everything. `any`: whoever is signed in; `public`: everybody; empty: super_admin alone.
 */
export const roleCodes = {
  SA: "super_admin",
  SM: "sales_manager",
  SR: "sales",
  CM: "channel_manager",
  EM: "estate_manager",
  CE: "content_editor",
  SE: "seo_editor",
  FI: "finance",
  CS: "customer_service",
} as const;
export type RoleSign = keyof typeof roleCodes;

/** Pages of the menu (A.3), whether they are built yet or not; a group is there when one of its pages is. */
export const pageMatrix: Readonly<Record<string, string>> = {
  ...dashboardPages,
  ...agentPages,
  ...inquiryPages,
  ...customerPages,
  ...dealPages,
  ...housePages,
  ...cluePages,
  ...notificationPages,
  ...articlePages,
  ...resourcePages,
  ...regionPages,
  ...seoPages,
  ...specialPages,
  ...systemPages,
};

/** Endpoints (E). Of those that share a line (⑂) each but one names the query or body that means it. */
export const endpointMatrix: Readonly<Record<string, string>> = {
  ...signInEndpoints,
  ...dashboardEndpoints,
  ...scheduleEndpoints,
  ...personalEndpoints,
  ...customerEndpoints,
  ...houseEndpoints,
  ...regionEndpoints,
  ...systemEndpoints,
  ...sharedEndpoints,
};
