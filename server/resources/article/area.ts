import { newsScreens } from "~/contract/article/article";
import { tagScreens } from "~/contract/article/tag";
import type { Served } from "~/server/lib/serve";
import { undoContent } from "~/server/resources/content/undo";
import type { Undoers } from "~/server/resources/shared/batch";
import { articleHandlers } from "./article";
import { articles } from "./article/kind";
import { articlePage } from "./article/page";
import { categoryHandlers } from "./category";
import { publicArticleHandlers } from "./public-article";
import { tagHandlers } from "./tag";

export { optionSources } from "./option-sources";

/** The kinds of content of this area. */
export const kinds = { article: articles };

/** Their pages for visitors. */
export const pages = { article: articlePage };

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...articleHandlers,
  ...categoryHandlers,
  ...tagHandlers,
  ...publicArticleHandlers,
];

/** How batches of this area's records are undone. */
export const undoers = { article: undoContent(articles) } satisfies Undoers;

/** What the screens of this area ask for at an address. */
export const screens = { ...newsScreens, ...tagScreens };
