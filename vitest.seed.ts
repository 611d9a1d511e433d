import fc from 'fast-check';

/**
 * Property tests try the same histories at every run, so that a change is judged by what it changed. `HEARTH_SEED=7`
 * tries others; a number that makes a test fail belongs into that test as an example.
 */
fc.configureGlobal({ seed: Number(process.env['HEARTH_SEED'] ?? 4327) });
