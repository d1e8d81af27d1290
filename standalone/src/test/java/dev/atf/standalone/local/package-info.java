/** What one machine keeps to itself. */
@NullMarked
package dev.atf.standalone.local;

import org.jspecify.annotations.NullMarked;
