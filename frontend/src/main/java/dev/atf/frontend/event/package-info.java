/** Live events. Transitions of tasks are read once for all watchers. */
@NullMarked
package dev.atf.frontend.event;

import org.jspecify.annotations.NullMarked;
