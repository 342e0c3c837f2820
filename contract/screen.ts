import type { Hits } from "~/contract/search/search";
import type { Permission } from "./permissions";
import type { MenuIconName } from "./system/menu";

/** An action that a screen offers: the search (Ctrl+K) lists it for users who may open the screen and have the code. */
export interface ScreenAct {
  /** In Chinese: 新增客户. */
  title: string;
  /** Where it begins: a search after the screen's own path (`?add=1`), or a path. With `of`, `{id}` is the record. */
  at: string;
  permission?: Permission;
  /** The kind of record that is chosen first. */
  of?: keyof Hits;
}

export interface Screen {
  path: string;
  title: string;
  /** What page and tab call it, where the menu has a name that is fixed. */
  heading?: string;
  /** What it is called while it holds the form of a new record: at an address that names none, or, of a form over its list, at this search. */
  newRecord?: { title: string; at?: `${string}=new` };
  /** The route module below app/routes. */
  file?: string;
  icon?: MenuIconName;
  menu?: boolean;
  /** A menu entry without a route: the screen that it leads to, at a part of it (`…?tab=bills`). Hidden from users who may not open that screen. */
  partOf?: string;
  public?: boolean;
  permission?: Permission | readonly Permission[];
  acts?: readonly ScreenAct[];
  children?: readonly Screen[];
}
