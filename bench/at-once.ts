/** @param work called with 0 to `count - 1`, for as many at once as `lanes` says */
export async function atOnce(lanes: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  async function lane(): Promise<void> {
    for (let index = next++; index < count; index = next++) await work(index);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}
