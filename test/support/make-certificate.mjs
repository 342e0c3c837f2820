// Prints a new key with its certificate for the names given, as JSON. A process of its own: under jsdom the library meets arrays of another realm.
import { generate } from "selfsigned";

const { private: key, cert } = await generate([{ name: "commonName", value: "test receiver" }], {
  keyType: "ec",
  algorithm: "sha256",
  extensions: [
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: process.argv.slice(2).map((value) => ({ type: 2, value })) },
  ],
});
process.stdout.write(JSON.stringify({ key, cert }));
