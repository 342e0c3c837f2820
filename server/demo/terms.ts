import type { Transaction } from "../database/database";
import type { Services } from "../lib/services";
import type { Drawings } from "./drawings/gallery";
import type { Calendar } from "./shared/calendar";
import type { Files } from "./shared/files";
import type { Random } from "./shared/random";

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

export interface Staff {
  id: number;
  name: string;
  email: string;
  phone: string;
  roles: string[];
  team: string;
  status: "enabled" | "disabled" | "resigned";
  isLeader: boolean;
  joinedDaysAgo: number;
}

export const staffOf = (staff: readonly Staff[], role: string): Staff[] =>
  staff.filter(({ roles, status }) => roles.includes(role) && status === "enabled");

/** What all makers of rows draw from. */
export interface Base {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  nextName: () => string;
}

/** What all writers work with. */
export interface Writing extends Omit<Base, "random">, Pick<DemoOptions, "services"> {
  tx: Transaction;
  now: Date;
  isFull: boolean;
  passwordHash: string;
  files: Files;
  drawings: Drawings;
}
