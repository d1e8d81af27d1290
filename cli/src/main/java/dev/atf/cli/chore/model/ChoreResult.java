package dev.atf.cli.chore.model;

/**
 * File that a chore has made, as the server has it.
 *
 * @param path in the chore's directory
 * @param lambda whose tenant has the content
 */
public record ChoreResult(String path, String lambda, String sha256, long bytes) {}
