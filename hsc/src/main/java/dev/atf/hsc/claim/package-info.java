/** ClaimHandler: gates, permits and the decision about each task. */
@NullMarked
package dev.atf.hsc.claim;

import org.jspecify.annotations.NullMarked;
