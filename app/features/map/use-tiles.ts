import { usePublicConfig } from "../site/use-public-config";

/** The address of the map's tiles; empty until it is known, and where there is none. */
export const useTiles = (): string => usePublicConfig()?.map_tile_url ?? "";
