@NullMarked
package dev.atf.standalone.journal;

import org.jspecify.annotations.NullMarked;
