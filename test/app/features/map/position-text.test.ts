// @vitest-environment node
import { expect, it } from "vitest";
import { mapLink, placeOf } from "~/app/features/map/position-text";

const tower = { lat: 35.6586, lng: 139.7454 };

it.each([
  ["35.6586, 139.7454", tower],
  ["（35.6586，139.7454）", tower],
  ["35.6586 139.7454", tower],
  ["35.6586°, 139.7454°", tower],
  // Amap and others write the longitude first.
  ["139.7454,35.6586", tower],
  ["35°39'30.96\"N 139°44'43.44\"E", tower],
  ["33°51'24.48\"S 151°12'55.08\"E", { lat: -33.8568, lng: 151.2153 }],
  ["https://www.google.com/maps/@35.6586,139.7454,17z", tower],
  ["https://www.google.com/maps/place/T/@35.1,139.1,17z/data=!3m1!4b1!4m6!3m5!8m2!3d35.6586!4d139.7454", tower],
  ["https://maps.google.com/?q=35.6586,139.7454", tower],
  ["https://www.google.com/maps/search/?api=1&query=35.6586%2C139.7454", tower],
  ["https://maps.apple.com/?ll=35.6586,139.7454&q=Tower", tower],
  ["https://maps.apple.com/place?coordinate=35.6586,139.7454&name=T", tower],
  ["https://www.openstreetmap.org/?mlat=35.6586&mlon=139.7454#map=17/35.1/139.1", tower],
  ["https://www.openstreetmap.org/#map=17/35.6586/139.7454", tower],
  ["geo:35.6586,139.7454?z=17", tower],
])("reads %s", (text, place) => {
  expect(placeOf(text)).toEqual(place);
});

it.each([
  "",
  "35.6586",
  "东京塔",
  "95, 195",
  "https://maps.app.goo.gl/x",
  "https://example.com/1,2",
  "35.6586-139.7454",
])("finds no place in %s", (text) => {
  expect(placeOf(text)).toBeUndefined();
});

it("opens a place in the map of the device", () => {
  expect(mapLink(tower, "iPhone")).toContain("maps.apple.com/?ll=35.6586,139.7454");
  expect(mapLink(tower, "Android 14")).toContain("geo:35.6586,139.7454");
  expect(mapLink(tower, "Windows NT")).toContain("mlat=35.6586&mlon=139.7454");
});
