// The version of what this page was built from; the build puts it in.

declare const MARINER_VERSION: string;
export const version: string = typeof MARINER_VERSION === 'undefined' ? '' : MARINER_VERSION;
