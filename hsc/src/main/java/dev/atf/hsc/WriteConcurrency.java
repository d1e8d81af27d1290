package dev.atf.hsc;

/**
 * @param writesMax requests to the store that one lane has under way at a time
 */
record WriteConcurrency(int writesMax) {}
