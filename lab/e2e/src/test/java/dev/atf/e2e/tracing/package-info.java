/** Tests of traces, as a collector gets them from the real services. */
@NullMarked
package dev.atf.e2e.tracing;

import org.jspecify.annotations.NullMarked;
