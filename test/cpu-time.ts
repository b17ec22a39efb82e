/** Milliseconds of processor time that this process has used. Unlike a clock, it does not count the work of others. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
