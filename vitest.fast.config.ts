/** `npm run test:fast`: the unit tests only, for use while editing. */
import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';
import { unitTests } from './test/unit-tests.ts';

export default defineConfig({ test: { ...config.test, include: unitTests(), globalSetup: [] } });
