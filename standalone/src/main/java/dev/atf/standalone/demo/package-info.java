/** The demonstration: real files, real processes, one of them killed, everything checked. */
@NullMarked
package dev.atf.standalone.demo;

import org.jspecify.annotations.NullMarked;
