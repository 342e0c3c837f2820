import ipaddr from "ipaddr.js";

/** An address in its one form: IPv6 in short, IPv4 also where it comes as `::ffff:1.2.3.4`; undefined for anything else. */
export function canonicalIp(text: string): string | undefined {
  const address = text.trim();
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address).toString() : undefined;
}

/** The client's address in a proxy's header: alone, or as some write it, with a port (`1.2.3.4:5678`, `[2001:db8::1]:5678`). */
export function ipOf(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text.trim()) ?? [];
  return canonicalIp(bracketed ?? plain ?? text);
}
