/** Worker hosts that report to the HSC: who holds which place, and the orders that they get. */
@NullMarked
package dev.atf.hsc.worker;

import org.jspecify.annotations.NullMarked;
