package dev.atf.hsc.member;

/**
 * The identity of one start of an HSC.
 *
 * @param name host, process and a nonce
 */
public record HscMember(String name) {}
