package include

import (
	"cupel/tests/need"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// TestHostTypes compares the types and constants of the POSIX headers, as cc
// reads ours, with those that gcc reads from the host's.
func TestHostTypes(t *testing.T) {
	gcc := need.Tool(t, "gcc")
	tests := []struct{ headers, exprs string }{
		{"sys/types.h", "sizeof(ssize_t) sizeof(ino_t) sizeof(nlink_t) sizeof(off_t) sizeof(dev_t) sizeof(time_t) sizeof(blksize_t) sizeof(u_int32_t) sizeof(suseconds_t)"},
		{"sys/param.h", "MAXPATHLEN NBBY howmany(10,3) roundup(10,4) MIN(1,2) MAX(1,2) powerof2(8)"},
		{"endian.h", "BYTE_ORDER LITTLE_ENDIAN BIG_ENDIAN"},
		{"sys/wait.h", "WNOHANG WUNTRACED WEXITSTATUS(256) WTERMSIG(9) WIFEXITED(0) WIFSIGNALED(9)"},
		{"sys/uio.h", "sizeof(struct~iovec)"},
		{"sys/un.h", "sizeof(struct~sockaddr_un)"},
		{"netinet/tcp.h", "TCP_NODELAY TCP_MAXSEG TCP_CORK TCP_KEEPIDLE TCP_KEEPINTVL TCP_KEEPCNT TCP_USER_TIMEOUT"},
		{"sys/socket.h", "sizeof(struct~sockaddr) sizeof(struct~sockaddr_storage) sizeof(struct~msghdr) sizeof(socklen_t) SOCK_STREAM SOCK_DGRAM AF_INET AF_INET6 AF_UNIX SOL_SOCKET SO_REUSEADDR SO_ERROR SO_KEEPALIVE SHUT_RDWR MSG_PEEK MSG_NOSIGNAL SOMAXCONN SO_RCVTIMEO"},
		{"netinet/in.h", "sizeof(struct~sockaddr_in) sizeof(struct~in6_addr) sizeof(struct~sockaddr_in6) sizeof(in_addr_t) IPPROTO_TCP IPPROTO_UDP INADDR_ANY INADDR_LOOPBACK INET6_ADDRSTRLEN"},
		{"getopt.h", "sizeof(struct~option) no_argument required_argument optional_argument"},
		{"regex.h", "sizeof(regmatch_t) sizeof(regex_t) REG_EXTENDED REG_ICASE REG_NOSUB REG_NOMATCH"},
		{"dirent.h", "sizeof(struct~dirent) DT_DIR DT_REG DT_LNK"},
		{"poll.h", "sizeof(struct~pollfd) POLLIN POLLOUT POLLERR POLLHUP POLLNVAL"},
		{"sys/select.h", "sizeof(fd_set) FD_SETSIZE"},
		{"sys/ioctl.h", "sizeof(struct~winsize) TIOCGWINSZ FIONREAD"},
		{"sys/mman.h", "PROT_READ PROT_WRITE MAP_SHARED MAP_PRIVATE MAP_ANONYMOUS MAP_FIXED"},
		{"sys/resource.h", "sizeof(struct~rlimit) sizeof(struct~rusage) RLIMIT_NOFILE RLIMIT_AS RUSAGE_SELF"},
		{"pwd.h", "sizeof(struct~passwd)"},
		{"grp.h", "sizeof(struct~group)"},
		{"netdb.h", "sizeof(struct~hostent) sizeof(struct~addrinfo) AI_PASSIVE"},
		{"fenv.h", "sizeof(fenv_t) FE_INVALID FE_ALL_EXCEPT FE_UPWARD FE_TOWARDZERO"},
		{"uchar.h", "sizeof(char16_t) sizeof(char32_t)"},
		{"wctype.h", "sizeof(wctype_t) sizeof(wctrans_t)"},
		{"time.h", "sizeof(struct~tm) sizeof(struct~timespec) CLOCKS_PER_SEC"},
		{"sys/time.h", "sizeof(struct~timeval)"},
		{"syslog.h", "LOG_ERR LOG_INFO LOG_PID LOG_DAEMON"},
		{"signal.h", "sizeof(sigset_t) SIGTERM SIGCHLD SA_RESTART"},
	}
	for _, m := range models {
		var check, names strings.Builder
		for _, tt := range tests {
			fmt.Fprintf(&check, "#include <%s>\n", tt.headers)
		}
		for _, tt := range tests {
			src := "#include <" + tt.headers + ">\n"
			for i, e := range strings.Fields(tt.exprs) { // ~ stands for a space
				e = strings.ReplaceAll(e, "~", " ")
				src += fmt.Sprintf("unsigned char v%d[(%s) + 1];\n", i, e)
			}
			ast, err := translate(t, m.arch, m.lp64, src)
			if err != nil {
				t.Errorf("%s <%s>: %v", m.name, tt.headers, err)
				continue
			}
			for i, e := range strings.Fields(tt.exprs) { // ~ stands for a space
				e = strings.ReplaceAll(e, "~", " ")
				size := int64(-1)
				for _, n := range ast.Scope.Nodes[fmt.Sprintf("v%d", i)] {
					if d, ok := n.(interface{ Type() cc.Type }); ok {
						size = d.Type().Size()
					}
				}
				if size < 0 {
					t.Errorf("%s <%s>: no value of %s", m.name, tt.headers, e)
					continue
				}
				fmt.Fprintf(&names, "_Static_assert((unsigned long)(%s) + 1 == %dUL, \"%s of <%s>\");\n", e, size, strings.ReplaceAll(e, `"`, ""), tt.headers)
			}
		}
		cmd := exec.Command(gcc, m.flag, "-D_GNU_SOURCE", "-fsyntax-only", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(check.String() + names.String())
		if out, err := cmd.CombinedOutput(); err != nil {
			if strings.Contains(string(out), "No such file") {
				t.Skip("gcc has no headers for the data model")
			}
			t.Errorf("%s: %s", m.name, out)
		}
	}
}
