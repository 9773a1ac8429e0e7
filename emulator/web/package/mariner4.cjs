#!/usr/bin/env node
// The command `mariner4`. Nothing here is newer than the oldest Node, so that each can say that it is too old.
'use strict';
var version = process.versions.node;
if (parseInt(version, 10) < 18) {
    console.error('mariner4: needs Node 18 or newer; this is Node ' + version);
    process.exit(1);
}
require('./start.cjs');
