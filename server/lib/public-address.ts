import ipaddr from "ipaddr.js";

const { IPv4, IPv6 } = ipaddr;

/** All that the registries give out for the internet; the rest of IPv6 is this machine's, a network's own, or an IPv4 address in disguise. */
const internet = IPv6.parseCIDR("2000::/3");
/** IPv4 addresses as IPv6 sockets tell them, and as networks without IPv4 reach them (NAT64). */
const disguises = [IPv6.parseCIDR("::ffff:0:0/96"), IPv6.parseCIDR("64:ff9b::/96")];

/** Whether an address is one of the internet, in whichever disguise: not this machine's, private, a cloud's metadata, or reserved. */
export function isPublicAddress(text: string): boolean {
  // Strictly in four decimal parts: `0177.1` and `127.1` are read in different ways.
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text).range() === "unicast";
  // `::1.2.3.4`, which nobody uses any more, ipaddr.js reads as `::ffff:1.2.3.4`.
  if (/%|^::\d+\./.test(text) || !IPv6.isValid(text)) return false;
  const address = IPv6.parse(text);
  if (disguises.some((range) => address.match(range)))
    return new IPv4(address.toByteArray().slice(12)).range() === "unicast";
  return address.range() === "unicast" && address.match(internet);
}

/** A name or address by which only this machine is reached. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
