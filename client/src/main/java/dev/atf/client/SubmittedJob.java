package dev.atf.client;

/**
 * A job that is durable: the framework will run it.
 *
 * @param lambda of its first step; with {@code job} the name by which it is found
 * @param created false when its name was seen before with the same request
 */
public record SubmittedJob(String lambda, String job, boolean created) {}
