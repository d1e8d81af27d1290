@NullMarked
package dev.atf.hsc.result;

import org.jspecify.annotations.NullMarked;
