/** Violation of the rings, planted so that {@code PlansRingTest} can be seen to catch it. */
@NullMarked
package dev.atf.frontend.planted;

import org.jspecify.annotations.NullMarked;
