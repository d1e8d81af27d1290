/** Who calls: credentials become a principal. What principals may do is not known here. */
@NullMarked
package dev.atf.runtime.auth;

import org.jspecify.annotations.NullMarked;
