import { afterAll, beforeAll, expect, test } from "vitest";
import { isPublicAddress } from "~/server/lib/public-address";
import { postOutward } from "~/server/lib/safe-fetch";
import { startReceiver } from "~/test/support/receiver";

/** Addresses that nothing may be sent to, in the ways in which they are written and disguised. */
const closed = [
  ..."0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254".split(" "),
  ..."169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.1.1".split(" "),
  ..."198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255".split(" "),
  ...["127.1", "0177.0.0.1", "2130706433", "0x7f000001", "localhost", ""],
  ...":: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:169.254.169.254 ::ffff:0:8.8.8.8".split(" "),
  ..."64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8 2002:7f00:1:: 2002:c0a8:101::1 2001::1".split(" "),
  ..."fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1".split(" "),
];

test.each(closed)("%s is none of the internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const open = "8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 2606:4700:4700::1111 ::ffff:8.8.8.8 64:ff9b::8.8.8.8";
test.each(open.split(" "))("%s is", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(({ path }) => {
    if (path === "/away") return { status: 302, headers: { location: "https://receiver.example.com/inside" } };
    if (path === "/long") return { body: "长".repeat(100_000) };
    return path === "/hang" ? "hang" : { body: "thanks" };
  });
});
afterAll(() => receiver.close());

type Outward = (typeof receiver)["outward"];
const post = (path: string, change: Partial<Outward> = {}) =>
  postOutward({ outward: { ...receiver.outward, ...change } }, `https://receiver.example.com${path}`, {}, "{}");

test("posts under the name, whose certificate is asked for", async () => {
  expect(await post("/in?a=1")).toEqual({ status: 200, text: "thanks" });
  expect(receiver.received.at(-1)).toMatchObject({ host: "receiver.example.com", path: "/in?a=1", body: "{}" });
  await expect(post("/in", { ca: undefined })).rejects.toThrow("证书或加密连接有误");
  const stranger = postOutward({ outward: receiver.outward }, "https://stranger.example.com/", {}, "{}");
  await expect(stranger).rejects.toThrow("证书或加密连接有误");
});

test("sends nothing where one of a name's addresses is closed, and asks for the name only once", async () => {
  const before = receiver.received.length;
  let asked = 0;
  const rebinding = async () => (++asked === 1 ? ["8.8.8.8", "127.0.0.1"] : ["8.8.8.8"]);
  await expect(post("/in", { resolve: rebinding, isAllowed: undefined })).rejects.toThrow("不能发往内网或保留地址");
  expect(asked).toBe(1);
  // The name says something else from now on: the connection goes where it was looked at.
  const turning = async () => (++asked === 2 ? ["127.0.0.1"] : ["127.0.0.2"]);
  expect((await post("/in", { resolve: turning })).status).toBe(200);
  expect(asked).toBe(2);
  for (const url of ["http://receiver.example.com/", "https://u:p@receiver.example.com/", "ftp://a.example.com/", "x"])
    await expect(postOutward({ outward: receiver.outward }, url, {}, "{}")).rejects.toThrow("地址不可用");
  await expect(postOutward({}, "https://[::ffff:127.0.0.1]/", {}, "{}")).rejects.toThrow("不能发往内网或保留地址");
  await expect(postOutward({}, "https://0x7f000001/", {}, "{}")).rejects.toThrow("不能发往内网或保留地址");
  expect(receiver.received.length).toBe(before + 1);
});

test("follows no redirect, reads the beginning of an answer, and waits only so long", async () => {
  const before = receiver.received.length;
  expect((await post("/away")).status).toBe(302);
  expect(receiver.received.length).toBe(before + 1);
  expect(Buffer.byteLength((await post("/long")).text)).toBeLessThanOrEqual(64 * 1024 + 2);
  await expect(post("/hang", { limit: 50 })).rejects.toThrow("超时无应答");
  await expect(post("/in", { limit: 50, resolve: () => new Promise(() => undefined) })).rejects.toThrow("超时无应答");
  await expect(post("/in", { resolve: async () => [] })).rejects.toThrow("域名无法解析");
});
