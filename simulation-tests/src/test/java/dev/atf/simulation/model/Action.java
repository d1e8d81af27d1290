package dev.atf.simulation.model;

/**
 * Something that somebody sends.
 *
 * @param by the state once it has been sent
 */
record Action(String name, Late what, State by) {}
