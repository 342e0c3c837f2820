import type { Services } from "~/server/lib/services";

/** An account that anyone may try, by the role's Chinese name. */
export interface DemoAccount {
  email: string;
  role: string;
}

export interface DemoOptions {
  password: string;
  /** `small` is a tenth, for tests; staff and teams are the same. */
  size: "full" | "small";
  now?: Date;
  /** Where its pictures and annexes are stored. */
  services: Pick<Services, "storage" | "secret">;
}
