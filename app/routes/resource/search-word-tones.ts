import type { TagColor } from "~/app/blocks/detail/tag";
import type { SearchWordType } from "~/contract/resource/search-word";

export const typeTones: Readonly<Record<SearchWordType, TagColor>> = {
  hot: "brand",
  default: "gray",
  synonym: "cyan",
  block: "red",
};
