// Starts the storage emulator, mended: `node emulator.mjs AZURITE_SCRIPT [ARGUMENTS]`.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findByKeys } from './entities.mjs';
import { removeOneByOne } from './extents.mjs';

const [script, ...args] = process.argv.slice(2);
process.argv = [process.execPath, script, ...args];
const require = createRequire(pathToFileURL(script));
removeOneByOne(require('./common/persistence/LokiExtentMetadataStore.js').default);
findByKeys(require('./table/persistence/LokiTableMetadataStore.js').default);
await import(pathToFileURL(script).href);
