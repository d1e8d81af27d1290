/** Live events: transitions of tasks are read once for all who watch them. */
@NullMarked
package dev.atf.frontend.event;

import org.jspecify.annotations.NullMarked;
