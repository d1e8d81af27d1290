package dev.atf.simulation.model;

/**
 * Something that a participant sends.
 *
 * @param by state once it has been sent
 */
record Action(String name, Late what, State by) {}
