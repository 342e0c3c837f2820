// For `node --import` before a product under test: it is killed when it is about to answer a keyed call, whose row has been committed by then.
import { ServerResponse } from "node:http";

ServerResponse.prototype.writeHead = new Proxy(ServerResponse.prototype.writeHead, {
  apply(writeHead, response, given) {
    if (response.req.headers["idempotency-key"]) process.kill(process.pid, "SIGKILL");
    return Reflect.apply(writeHead, response, given);
  },
});
