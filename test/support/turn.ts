let turn = 0;

/** Which test file of the worker it is: an answer that comes late finds that another has begun. */
export const presentTurn = () => turn;

/** After each test file of the app (app-setup.ts). */
export function endTurn(): void {
  turn += 1;
}
