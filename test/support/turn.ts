let turn = 0;

/** Which test of the worker it is: whoever answers late finds that another has begun. */
export const presentTurn = () => turn;

/** After each test of the app (app-setup.ts). */
export function endTurn(): void {
  turn += 1;
}
