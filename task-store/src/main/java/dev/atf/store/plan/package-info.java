/** What the states of plans say, as they are stored: JSON by hand, for each kind (ADR 0030). */
@NullMarked
package dev.atf.store.plan;

import org.jspecify.annotations.NullMarked;
