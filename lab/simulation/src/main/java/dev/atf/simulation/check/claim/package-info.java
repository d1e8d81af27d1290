/** Rules on claims and leases. */
@NullMarked
package dev.atf.simulation.check.claim;

import org.jspecify.annotations.NullMarked;
