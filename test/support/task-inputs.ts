import { OPTION_INPUTS, TASK_INPUTS } from '../../src/cards/layout/verbs.ts';

/** The ids of all inputs on a restore task's cards, without the checkboxes beside entries. */
export const TASK_INPUT_IDS = [...Object.values(TASK_INPUTS), OPTION_INPUTS].flatMap(({ shape }) => Object.keys(shape));
