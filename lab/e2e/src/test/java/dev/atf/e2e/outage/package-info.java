/** Tests of an outage of a dependency of handlers, with processes killed in it. */
@NullMarked
package dev.atf.e2e.outage;

import org.jspecify.annotations.NullMarked;
