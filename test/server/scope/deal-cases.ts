import { billing } from "~/contract/deal/billing";
import { deal } from "~/contract/deal/deal";
import { days } from "~/test/support/factories";
import { at, type Case, casesOf } from "./prove";

const dealIs = casesOf("deal", "deal: work");

const edit = "deal:deal:edit";
const review = "deal:deal:review";
const write = "deal:billing:create";
const finance = "deal:billing:confirm";
const reason = { reason: "资料不全" };
const today = days(0).slice(0, 10);
const line = { type: "deposit", amount: "100", due_at: today };
const facts = { customer_id: 1, estate_id: 1, version: 0 };

export const dealCases: Case[] = [
  dealIs(deal.get, "deal:deal:view", "deal: read"),
  dealIs(deal.logs, "deal:deal:view", "deal: read"),
  dealIs(deal.phone, "customer:phone:view", "deal: read", ({ id }) => ({
    params: { id },
    query: { reason: "follow_up" },
  })),
  dealIs(deal.update, edit, "deal: work", at(facts)),
  dealIs(deal.remove, edit),
  dealIs(deal.submit, "deal:deal:submit"),
  dealIs(deal.withdraw, "deal:deal:submit"),
  dealIs(deal.approve, review),
  dealIs(deal.reject, review, "deal: work", at(reason)),
  dealIs(deal.contract, review),
  dealIs(deal.changeApprove, review),
  dealIs(deal.changeReject, review, "deal: work", at(reason)),
  dealIs(deal.change, edit, "deal: work", at({ edits: { deal_price: "100" }, ...reason })),
  dealIs(deal.loanPaid, edit),
  dealIs(deal.complete, edit),
  dealIs(deal.cancel, "deal:deal:cancel", "deal: work", at({ cancel_type: "return", ...reason })),
  dealIs(deal.attach, edit, "deal: work", at({ items: [{ type: "id", media_id: 1 }] })),
  dealIs(deal.detach, edit, "deal: work", at(), { kind: "dealFile" }),
  dealIs(billing.ofDeal, "deal:billing:view", "deal: read"),
  dealIs(billing.create, write, "deal: work", at({ lines: [line] })),
  dealIs(billing.update, write, "deal: work", at({ ...line, version: 0 }), { kind: "billing" }),
  dealIs(
    billing.pay,
    write,
    "deal: work",
    at({ paid_at: today, amount: "100", method: "bank", voucher: [1], version: 0 }),
    { kind: "billing" },
  ),
  dealIs(billing.void, write, "deal: work", at({ ...reason, version: 0 }), { kind: "billing" }),
  dealIs(billing.confirm, finance, "deal: work", at({ version: 0 }), { kind: "billing" }),
  dealIs(billing.return, finance, "deal: work", at({ ...reason, version: 0 }), { kind: "billing" }),
  dealIs(billing.refund, finance, "deal: work", at({ ...reason, version: 0 }), { kind: "billing" }),
];
