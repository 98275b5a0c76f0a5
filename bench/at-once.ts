/** @returns a function that runs what it is given after what it was given before */
export function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** @param work called with 0 to `count - 1`, for as many at once as `lanes` says */
export async function atOnce(lanes: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  async function lane(): Promise<void> {
    for (let index = next++; index < count; index = next++) await work(index);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}
