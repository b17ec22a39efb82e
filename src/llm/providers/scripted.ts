/** A server that imitates a model, for tests and demonstrations. */
import type { Provider } from '../provider.ts';
import { local } from './local.ts';

const { keyVariable, server, openWire } = local;

export const scripted: Provider = { keyVariable, server, openWire, isScripted: true };
