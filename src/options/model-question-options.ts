/** The options of commands that put many questions to a model within a budget. */
import { inGroup } from '../config/option-table.ts';
import {
  MODEL_GROUP,
  MODEL_OPTIONS,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  SPENDING_LIMITS,
  TIME_LIMIT,
} from './model-options.ts';
import { TEMPERATURE_OPTIONS } from './prove-options.ts';

export const MODEL_QUESTION_OPTIONS = {
  ...MODEL_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  ...inGroup(MODEL_GROUP, { ...TEMPERATURE_OPTIONS }),
  ...RECORD_OPTIONS,
  limits: SPENDING_LIMITS,
  maxTime: { ...TIME_LIMIT.maxTime, help: 'time limit for the model' },
};
