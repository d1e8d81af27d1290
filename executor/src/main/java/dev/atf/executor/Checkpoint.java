package dev.atf.executor;

/**
 * Position at which the next attempt may go on, as an attempt saved it last.
 *
 * @param contentType media type of the data; {@code application/json} if it was given as an object
 */
@SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
public record Checkpoint(byte[] data, String contentType) {}
