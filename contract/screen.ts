import type { Permission } from "./permissions";
import type { MenuIconName } from "./system/menu";

/** One screen of the map. One without `file` is not built yet: it stays out of the menu and shows the 404 page. */
export interface Screen {
  path: string;
  title: string;
  /** The route module below app/routes, once it is built. */
  file?: string;
  icon?: MenuIconName;
  menu?: boolean;
  public?: boolean;
  permission?: Permission | readonly Permission[];
  children?: readonly Screen[];
}
