package dev.atf.hsc;

/**
 * The identity of one start of an HSC.
 *
 * @param name host, process and a nonce
 */
record HscMember(String name) {}
