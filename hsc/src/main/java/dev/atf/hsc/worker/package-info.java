/**
 * Worker hosts that report to the HSC: which host holds which place, and the orders that hosts
 * receive.
 */
@NullMarked
package dev.atf.hsc.worker;

import org.jspecify.annotations.NullMarked;
