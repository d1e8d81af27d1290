/** Support of the tests of whole processes: processes, an effect sink, a proxy to cut. */
@NullMarked
package dev.atf.e2e.support;

import org.jspecify.annotations.NullMarked;
