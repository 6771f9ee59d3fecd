// Reads one line with the compiler's directory and one standard JSON input per further line from
// the standard input; prints one standard JSON output per input.
'use strict';
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(l => l !== '');
const solc = require(JSON.parse(lines[0]));
const compile = solc.compileStandardWrapper || solc.compile;
for (const input of lines.slice(1)) {
  // Line breaks in strings are escaped in JSON: those between tokens are the only ones.
  process.stdout.write(JSON.stringify(JSON.parse(compile(input))) + '\n');
}
