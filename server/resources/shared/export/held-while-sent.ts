import type { Stored } from "~/server/lib/storage";

/** How the sending of a file ended. */
export type Ending =
  /** All of it went out; `stored` where a copy was kept. */
  | { status: "done"; stored: Stored | undefined }
  /** It broke off, by its reader or by a fault. */
  | { status: "failed"; isStopped: boolean };

interface Keeping {
  /** Stores a copy; undefined when it is too long to be kept. */
  store(copy: ReadableStream<Uint8Array>): Promise<Stored | undefined>;
  /** Called once, before the reader gets the end. */
  end(ending: Ending): Promise<void>;
  onError(error: unknown): void;
}

const ignored = () => undefined;

/** A stream that is stored while it is sent, in step, so that nothing piles up. The reader gets it also where no copy can be kept. */
export function heldWhileSent(sent: ReadableStream<Uint8Array>, { store, end, onError }: Keeping) {
  const reader = sent.getReader();
  const copy = new TransformStream<Uint8Array, Uint8Array>();
  const writer = copy.writable.getWriter();
  writer.closed.catch(ignored);
  let isBroken = false;
  const storing = store(copy.readable).catch((error: unknown) => {
    // What was broken off cannot be stored, which is nothing new.
    if (!isBroken) onError(error);
    return undefined;
  });
  // The store may have given up, and takes nothing any more.
  const taken = (part: Promise<void>) => Promise.race([part.catch(ignored), storing]);
  async function breakOff(isStopped: boolean, reason: unknown) {
    isBroken = true;
    writer.abort(reason).catch(ignored);
    await storing;
    await end({ status: "failed", isStopped }).catch(onError);
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read();
          if (value) {
            await taken(writer.write(value));
            return controller.enqueue(value);
          }
          if (done) {
            await taken(writer.close());
            await end({ status: "done", stored: await storing }).catch(onError);
            controller.close();
          }
        } catch (error) {
          await breakOff(false, error);
          controller.error(error);
        }
      },
      async cancel(reason) {
        await reader.cancel(reason).catch(ignored);
        await breakOff(true, reason);
      },
    },
    { highWaterMark: 0 },
  );
}
