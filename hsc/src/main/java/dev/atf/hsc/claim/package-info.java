/**
 * Claims: who gets a claim (gates, permits, the decision about each task), how a heartbeat extends
 * it, and how a result ends it.
 */
@NullMarked
package dev.atf.hsc.claim;

import org.jspecify.annotations.NullMarked;
