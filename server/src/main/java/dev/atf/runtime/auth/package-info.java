/** Authentication: credentials become a principal. Permissions are decided elsewhere. */
@NullMarked
package dev.atf.runtime.auth;

import org.jspecify.annotations.NullMarked;
