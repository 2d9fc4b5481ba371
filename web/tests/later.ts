/** Answers that come when the test says so, in any order. */

export interface Later<T> {
  promise: Promise<T>;
  come: (answer: T) => Promise<void>;
}

export function later<T>(): Later<T> {
  let resolve: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return {
    promise,
    async come(answer) {
      resolve(answer);
      await settled();
    },
  };
}

/** Everything that only waited for answers has been done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
