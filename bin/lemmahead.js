#!/usr/bin/env node
// Old syntax only: a Node that is too old must be able to read this file in order to say so.
var version = process.versions.node.split('.');
if (version[0] * 1000 + version[1] * 1 < 22018) {
  process.stderr.write(
    'lemmahead needs Node 22.18 or newer, and this is Node ' +
      process.versions.node +
      ': install a newer one from https://nodejs.org and try again.\n',
  );
  process.exitCode = 3;
} else {
  process.getBuiltinModule('node:module').enableCompileCache();
  void import('../dist/main.js');
}
