/** The engines of one machine. */
@NullMarked
package dev.atf.standalone.engine;

import org.jspecify.annotations.NullMarked;
