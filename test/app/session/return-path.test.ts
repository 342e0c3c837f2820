import { afterEach, expect, it } from "vitest";
import { forgetReturn, lastPlace, noteVisit } from "~/app/session/return-path";

const visit = (address: string) => noteVisit(new URL(address, window.location.origin));

afterEach(forgetReturn);

it("a screen's last place has its filters and page, until the session ends", () => {
  expect(lastPlace("/customer/register")).toBe("/customer/register");
  visit("/customer/register?status=disabled&page=3");
  visit("/customer/register/detail?id=7");
  expect(lastPlace("/customer/register")).toBe("/customer/register?status=disabled&page=3");
  visit("/customer/register");
  expect(lastPlace("/customer/register")).toBe("/customer/register");
  visit("/customer/register?page=2");
  forgetReturn();
  expect(lastPlace("/customer/register")).toBe("/customer/register");
});
