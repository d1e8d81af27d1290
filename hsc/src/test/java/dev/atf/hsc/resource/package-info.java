@NullMarked
package dev.atf.hsc.resource;

import org.jspecify.annotations.NullMarked;
