import { createHash } from "node:crypto";
import { publicSite as contract, type PublicVersion } from "~/contract/site/public-site";
import { compareVersions } from "~/contract/system/app-version";
import type { appVersion } from "~/server/database/tables/system/admin";
import { admitVisitor } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { ownBase } from "~/server/resources/content/public";
import { pictureUrl } from "~/server/resources/shared/upload";
import { releasedOf } from "~/server/resources/system/app-version";

type Version = typeof appVersion.$inferSelect;

export const publicVersionHandlers = [
  serve(contract.appVersion, async (call) => {
    await admitVisitor(call);
    const { db, services, query } = call;
    const released = (await releasedOf(db, query.platform)).sort(byVersion);
    const least = released
      .flatMap(({ min_supported }) => min_supported ?? [])
      .sort(compareVersions)
      .at(-1);
    const mustLeave = least !== undefined && query.version !== undefined && compareVersions(query.version, least) < 0;
    const given = released.filter((row) => isGiven(row, query.device));
    // A user who must update gets a version that may stay, even outside its share.
    const enough = mustLeave ? released.filter(({ version }) => compareVersions(version, least) >= 0) : given;
    const newest = enough.filter((row) => given.includes(row)).at(-1) ?? enough.at(-1);
    if (!newest || !isNewer(newest, query)) return { ...nothing, min_supported: least ?? null };
    return toPublic(newest, { services, base: await ownBase(call), least, mustLeave });
  }),
];

const byVersion = (one: Version, other: Version) => compareVersions(one.version, other.version);

const nothing: PublicVersion = {
  ...{ latest: null, build: null, update_type: null, min_supported: null },
  ...{ title: null, notes: null, url: null },
};

/** Whether a device is in the share that a version is given to: by its mark alone, for each version anew. */
export function isGiven({ id, gray_percent }: Pick<Version, "id" | "gray_percent">, device: string | undefined) {
  if (gray_percent >= 100) return true;
  if (!device) return false;
  const place = createHash("sha256").update(`${id} ${device}`).digest().readUInt32BE() % 100;
  return place < gray_percent;
}

/** Whether it is newer than what the device says it has. */
function isNewer({ version, build }: Version, has: { version?: string | undefined; build?: number | undefined }) {
  if (has.version !== undefined && compareVersions(version, has.version) !== 0)
    return compareVersions(version, has.version) > 0;
  return has.build === undefined ? has.version === undefined : build > has.build;
}

interface Telling {
  services: Services;
  base: string;
  least: string | undefined;
  mustLeave: boolean;
}

function toPublic(row: Version, { services, base, least, mustLeave }: Telling): PublicVersion {
  const { version, build, update_type, title, notes, store_url, package_id } = row;
  return {
    ...{ latest: version, build, title, notes },
    update_type: mustLeave ? "force" : update_type,
    min_supported: least ?? null,
    url: store_url ?? (package_id ? base + pictureUrl(services, package_id) : null),
  };
}
