import { and, eq, isNull } from "drizzle-orm";
import { richOf } from "~/contract/content/rich-text";
import { type AlbumItem, emptyAlbum } from "~/contract/house/album";
import { EstateCreate, type EstateFields, estateTexts, WholeEstateUpdate } from "~/contract/house/estate-record";
import { type AuditIntake, houseIntake as contract } from "~/contract/house/house-intake";
import { type RoomFields, RoomWrite } from "~/contract/house/room";
import { estate, estateAudit, room } from "~/server/database/tables/house/estate";
import { mansionApplication } from "~/server/database/tables/house/property";
import { type ActingCall, fieldErrorsOf, found, pick, Refusal, refuseFields } from "~/server/lib/call";
import { parseInput } from "~/server/lib/input";
import { refuseForeignFiles, rowsTaken, serveSigned, type Taking, takeOnce } from "~/server/resources/shared/intake";
import { replaceAlbum } from "./album/replace";
import { estateAlbum, proposeAlbum } from "./estate/album-proposal";
import { type Estate, liveFacts, lockEstate } from "./estate/facts";
import { modeOf, refuseWhileSubmitted, refuseWhileWaiting, waitingReview } from "./estate/proposal";
import { addEstate, writeEstate } from "./estate/write";
import { fileCreate, fileOffline } from "./estate-audit/file";
import { fileApplication } from "./mansion-application/file";
import { addRoom, changeRoom } from "./room";

/** What an agent or a broker wishes of an estate becomes its review, as if a member of staff without the right to review had done it; answers the review's number. */
async function takeAudit(taking: Taking, body: AuditIntake): Promise<number> {
  const { rooms, album, estate_no, action, reason, submitter_type, submitter_name: name } = body;
  await refuseForeignFiles(taking, "album", [
    ...album.map(({ media_id }) => media_id),
    ...rooms.map(({ floor_plan_id }) => floor_plan_id).filter((id) => typeof id === "number"),
  ]);
  const call = actingFor(taking, submitter_type, name);
  if (action === "create") return submitNew(call, body);
  const row = await lockNamed(call, estate_no);
  if (action === "update") return submitChange(call, row, body);
  return (await fileOffline(taking, row, { reason: reason ?? "", submitter: { type: submitter_type, id: null, name } }))
    .id;
}

/** A call in the name of somebody outside: without a permission, so that everything material waits for its review. */
const actingFor = (
  { db, services, origin }: Taking,
  outside: AuditIntake["submitter_type"],
  name: string,
): ActingCall => ({
  ...{ db, services, origin },
  user: {
    ...{ id: null, outside, name, sessionId: "", teamId: null, teamIds: [], roles: [] },
    ...{ permissions: new Set(), pools: { seen: [], managed: [] }, scope: () => "all", mustChangePassword: false },
  },
});

async function lockNamed(call: ActingCall, estate_no: string | null): Promise<Estate> {
  const [known] = await pick(
    call.db,
    estate,
    ["id"],
    and(eq(estate.estate_no, estate_no ?? ""), isNull(estate.deleted_at)),
  );
  if (!known) return refuseFields([{ field: "estate_no", label: "房源编号", message: "没有这个房源" }]);
  return lockEstate(call, known.id);
}

async function submitNew(call: ActingCall, { estate: fields, rooms, album: items }: AuditIntake): Promise<number> {
  const row = await addEstate(call, parseInput(EstateCreate, withRichTexts(fields)));
  for (const [index, one] of rooms.entries()) await addRoom(call, row.id, roomIn(index, one));
  if (items.length) await replaceAlbum(call, ownerOf(row), { version: emptyAlbum, items });
  return submit(call, row.id);
}

async function submitChange(call: ActingCall, row: Estate, { estate: given, rooms, album }: AuditIntake) {
  refuseWhileSubmitted(row);
  if (await waitingReview(call.db, row.id)) return refuseWhileWaiting();
  if (Object.keys(given).length > 0) {
    const wanted: EstateFields = { ...(await liveFacts(call.db, row)), ...withRichTexts(given) };
    const { version: _, ...fields } = parseInput(WholeEstateUpdate, { ...wanted, version: row.version });
    await writeEstate(call, row, fields);
  }
  const held = await call.db.select().from(room).where(eq(room.estate_id, row.id));
  for (const [index, one] of rooms.entries()) {
    const known = held.find(({ name }) => name === one.name);
    const fields = roomIn(index, known ? { ...known, ...one } : one);
    await (known ? changeRoom(call, row.id, known.id, fields) : addRoom(call, row.id, fields));
  }
  if (album.length) await addPictures(call, row.id, album);
  if (row.audit_status !== "approved") return submit(call, row.id);
  const filed = await waitingReview(call.db, row.id);
  if (!filed) throw new Refusal(40902, "没有需要审核的变更");
  return filed.id;
}

/** Machines may know a text as plain words. */
const withRichTexts = <T extends Readonly<Record<string, unknown>>>(fields: T): T => ({
  ...fields,
  ...Object.fromEntries(
    estateTexts.flatMap((name) => {
      const text = fields[name];
      return typeof text === "string" ? [[name, richOf(text)]] : [];
    }),
  ),
});

/** Hands in what is not approved yet. */
async function submit(call: ActingCall, id: number): Promise<number> {
  return (await fileCreate(call, await lockEstate(call, id))).id;
}

async function addPictures(call: ActingCall, id: number, added: readonly AlbumItem[]): Promise<void> {
  const row = await lockEstate(call, id);
  const { version, items } = await estateAlbum(call, row, true);
  const given = new Set(added.map(({ media_id }) => media_id));
  const hasCover = added.some(({ is_cover }) => is_cover);
  const kept = items
    .filter(({ media_id }) => !given.has(media_id))
    .map((item) => ({ ...item, is_cover: item.is_cover && !hasCover }));
  const wanted = { version, items: [...kept, ...added].map((item, sort) => ({ ...item, sort })) };
  await ((await modeOf(call, row)) === "live"
    ? replaceAlbum(call, ownerOf(row), wanted)
    : proposeAlbum(call, row, wanted));
}

const ownerOf = ({ id, name, estate_no }: Estate) => ({
  ...{ type: "estate" as const, id, name, module: "house" },
  title: `房源 ${estate_no} ${name}`,
});

/** One of the layouts that were sent; what is wrong says in which. */
function roomIn(index: number, sent: Record<string, unknown>): RoomFields {
  try {
    return parseInput(RoomWrite, sent);
  } catch (error) {
    return refuseFields(
      fieldErrorsOf(error).map(({ field, label, message }) => ({
        ...{ field: `rooms.${index}.${field}`, label: `户型${index + 1}·${label}`, message },
      })),
    );
  }
}

export const houseIntakeHandlers = [
  serveSigned(contract.audit, async (taking, body) => {
    const { db } = taking;
    const arrival = { kind: "estate_audit", external_id: body.external_id, content: body };
    const taken = await takeOnce(taking, arrival, () => takeAudit(taking, body));
    const [row] = await pick(db, estateAudit, ["audit_no"], eq(estateAudit.id, taken.id));
    return { ...taken, ...found(row) };
  }),

  serveSigned(contract.application, async (taking, body) => {
    const { db } = taking;
    const { external_id, applicant, ...wish } = body;
    const taken = await takeOnce(taking, { kind: "mansion_application", external_id, content: body }, async () => {
      const isUser = wish.applicant_type === "user" && applicant !== null;
      const applicant_id = isUser ? (await rowsTaken(taking, "customer_user", [applicant])).get(applicant) : null;
      if (applicant_id === undefined)
        return refuseFields([{ field: "applicant", label: "申请人的外部编号", message: "没有接入过该用户" }]);
      await refuseForeignFiles(taking, "evidence_ids", wish.evidence_ids);
      return (await fileApplication(taking, { ...wish, applicant_id })).id;
    });
    const [row] = await pick(db, mansionApplication, ["application_no"], eq(mansionApplication.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
