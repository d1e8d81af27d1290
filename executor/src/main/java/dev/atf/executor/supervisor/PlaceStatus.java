package dev.atf.executor.supervisor;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One place for an executor, filled or not.
 *
 * @param index among the places of its lambda, from 0
 * @param child empty between a death and the next start
 * @param restarts how often it was filled again after a death
 * @param deathsInARow none of which ran for long
 * @param lastExitCode of the latest death; {@link dev.atf.executor.ExitCode} names them
 * @param crashLoop whether so many in a row that it cannot be chance
 */
public record PlaceStatus(
    String lambda,
    int index,
    Optional<ChildStatus> child,
    int restarts,
    int deathsInARow,
    OptionalInt lastExitCode,
    boolean crashLoop) {}
