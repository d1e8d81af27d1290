package dev.atf.hsc.member;

/**
 * Identity of one start of an HSC.
 *
 * @param name name made of host, process and a random number
 */
public record HscMember(String name) {}
