/** `lemmahead graph undo`: undoes a run that changed the knowledge graph of the library. */
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { undoRun } from '../library/runs.ts';
import type { GraphUndoOptions } from '../options/entity-options.ts';
import type { GraphUndoReport } from '../report/entity-schema.ts';
import { renderGraphUndo } from '../report/entity-text.ts';
import type { Command } from './command.ts';

/** @throws {Failure} `run-missing`, `run-undone`, `run-needed` */
export const graphUndo: Command<GraphUndoOptions, GraphUndoReport> = ({ run, cascade }, { settings }) =>
  withLibrary(libraryPathFor(settings), { writable: true, create: false }, ({ database }) => {
    const report: GraphUndoReport = { schema: 'lemmahead/graph-undo@1', runs: undoRun(database, run, { cascade }) };
    return { exit: 'done', data: report, render: () => renderGraphUndo(report) };
  });
