import { notification as contract } from "~/contract/notification/notification";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import {
  recallNotification,
  retryNotification,
  scheduleNotification,
  sendNotification,
  stopNotification,
  unscheduleNotification,
} from "./notification/acts";
import { estimate } from "./notification/estimate";
import { notificationPage } from "./notification/list";
import { channelStates } from "./notification/readiness";
import { readMine } from "./notification/reading";
import { receiptPage } from "./notification/receipts";
import { addNotification, changeNotification, copyNotification, removeNotification } from "./notification/records";
import { testNotification } from "./notification/test-send";
import { detailOf } from "./notification/view";

export const notificationHandlers = [
  serve(contract.list, notificationPage),
  serve(contract.get, (call) => detailOf(call, call.params.id)),
  serve(contract.create, (call) => addNotification(call, call.body)),
  serve(contract.update, replyWith(detailOf, changeNotification)),
  serve(contract.remove, replyNull(removeNotification)),
  serve(contract.channels, (call) => channelStates(call.services)),
  serve(contract.estimate, (call) => estimate(call, call.body)),
  serve(contract.copy, (call) => copyNotification(call, call.params.id)),
  // A gateway may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => testNotification(call, call.params.id), { ownTransaction: true }),
  serve(contract.send, replyWith(detailOf, sendNotification)),
  serve(contract.schedule, replyWith(detailOf, scheduleNotification)),
  serve(contract.unschedule, replyWith(detailOf, unscheduleNotification)),
  serve(contract.stop, replyWith(detailOf, stopNotification)),
  serve(contract.recall, replyWith(detailOf, recallNotification)),
  serve(contract.retry, replyWith(detailOf, retryNotification)),
  serve(contract.receipts, (call) => receiptPage(call, call.params.id)),
  serve(contract.mine, (call) => readMine(call, call.params.id), { writes: true }),
];
