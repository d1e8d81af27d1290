/** Worker hosts that report to the HSC: who holds which place, and what they are ordered to do. */
@NullMarked
package dev.atf.hsc.worker;

import org.jspecify.annotations.NullMarked;
