package dev.atf.cli.chore.model;

/**
 * File that a chore has created, as stored on the server.
 *
 * @param path path in the chore's directory
 * @param lambda lambda whose tenant has the content
 */
public record ChoreResult(String path, String lambda, String sha256, long bytes) {}
