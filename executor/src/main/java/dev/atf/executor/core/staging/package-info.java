/**
 * Files of attempts: the cache of resources that the executors of a host share, the work directory
 * of each attempt, and the storing of its outputs.
 */
@NullMarked
package dev.atf.executor.core.staging;

import org.jspecify.annotations.NullMarked;
