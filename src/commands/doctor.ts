/** `lemmahead doctor`: asks every room how it is. */
import { checkHouse } from '../config/check.ts';
import { childEnvironment } from '../config/env.ts';
import { indexPathFor } from '../config/paths.ts';
import type { Configuration } from '../config/resolve.ts';
import { checkIndex } from '../index/check.ts';
import { checkLean } from '../lean/check.ts';
import { renderDoctor } from '../report/doctor.ts';
import type { Command } from './command.ts';

export interface DoctorOptions {
  configuration: Configuration;
}

export const doctor: Command<DoctorOptions> = async ({ configuration }, { settings, cwd, signal }) => {
  const { projectRoot, elanHome, lakeCommand } = settings;
  const checks = [
    ...checkHouse(configuration),
    ...(await checkIndex(indexPathFor(settings), projectRoot !== null)),
    ...(await checkLean({ projectRoot, elanHome, lakeCommand, environment: childEnvironment(), cwd, signal })),
  ];
  const faulty = checks.some(({ state }) => state === 'fault');
  return {
    exit: faulty ? 'missing' : 'done',
    data: { schema: 'lemmahead/doctor@1', healthy: !faulty, checks },
    render: (style) => renderDoctor(checks, style),
  };
};
