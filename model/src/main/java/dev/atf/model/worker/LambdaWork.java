package dev.atf.model.worker;

import dev.atf.model.LambdaName;

/**
 * Work of one lambda on one worker host.
 *
 * @param processes executors that take work, as the host's supervisor sees them; 0 without one
 * @param waiting calls of executors that wait for work
 * @param running attempts that its executors have received and not ended
 * @param handedOut attempts handed out since its start
 */
public record LambdaWork(
    LambdaName lambda, int processes, int waiting, int running, long handedOut) {}
