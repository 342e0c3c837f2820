import { newsScreens } from "~/contract/article/article";
import { tagScreens } from "~/contract/article/tag";
import type { Served } from "~/server/lib/serve";
import { undoContent } from "~/server/resources/content/life";
import type { Undoers } from "~/server/resources/shared/batch";
import { articleHandlers, articlePage, articles } from "./article";
import { categoryHandlers } from "./category";
import { publicArticleHandlers } from "./public-article";
import { tagHandlers } from "./tag";

export { optionSources } from "./option-sources";

export const kinds = { article: articles };

export const pages = { article: articlePage };

export const served: readonly Served[] = [
  ...articleHandlers,
  ...categoryHandlers,
  ...tagHandlers,
  ...publicArticleHandlers,
];

export const undoers = { article: undoContent(articles) } satisfies Undoers;

export const screens = { ...newsScreens, ...tagScreens };
