/** Polls of the queues whose lambdas have waiting executors. */
@NullMarked
package dev.atf.controller.poll;

import org.jspecify.annotations.NullMarked;
