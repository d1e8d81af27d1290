/** The engines of one machine. */
@NullMarked
package dev.atf.local.engine;

import org.jspecify.annotations.NullMarked;
