import { expect, test } from "vitest";
import { BulkFacts, Customer, CustomerUpdate, QuickEdit } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";

test.each(Object.entries({ CustomerUpdate, QuickEdit, BulkFacts }))(
  "%s calls a field as the customer's form does",
  (_, { shape }) => {
    const named = Object.entries(shape).filter(([name]) => name in Customer.shape);
    expect(named.length).toBeGreaterThan(3);
    for (const [name, field] of named)
      expect(labelOf(field, name)).toBe(labelOf(Customer.shape[name as keyof typeof Customer.shape], ""));
  },
);
