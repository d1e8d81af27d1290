/** Tables, their stream of transitions, and queues. */
@NullMarked
package dev.atf.infra.constructs.store;

import org.jspecify.annotations.NullMarked;
