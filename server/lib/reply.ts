import type { SignedCall } from "./call";

/** What is done to a record; `body` is the call's. */
type Act<B> = (call: SignedCall, id: number, body: B) => Promise<unknown>;
type RecordCall<B> = SignedCall & { params: { id: number }; body: B };

/** A handler that acts on a record and answers its new state. */
export const replyWith =
  <R, B>(read: (call: SignedCall, id: number) => Promise<R>, act: Act<B>) =>
  async (call: RecordCall<B>): Promise<R> => {
    await act(call, call.params.id, call.body);
    return read(call, call.params.id);
  };

/** A handler that acts on a record and has nothing to answer. */
export const replyNull =
  <B>(act: Act<B>) =>
  async (call: RecordCall<B>): Promise<null> => {
    await act(call, call.params.id, call.body);
    return null;
  };
