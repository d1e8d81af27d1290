/** Tests of the whole system as real processes, under kill -9 and cut connections. */
@NullMarked
package dev.atf.e2e;

import org.jspecify.annotations.NullMarked;
