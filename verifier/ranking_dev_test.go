package verifier

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
)

func TestRankDev(t *testing.T) {
	for _, file := range strings.Fields(os.Getenv("RANK_FILES")) {
		start := work.ProcessorTime()
		func() {
			defer func() {
				if x := recover(); x != nil {
					fmt.Println("PANIC", file, x)
				}
			}()
			task, err := LoadTask(file, "")
			if err != nil {
				fmt.Println(file, err)
				return
			}
			cfg := DefaultConfig()
			cfg.CPUTime = 20 * time.Second
			if e := os.Getenv("RANK_ENGINE"); e != "" {
				cfg.Engine = e
			} else {
				cfg.Engine = "symexecia"
			}
			ctx, stop := work.Within(t.Context(), 20_000_000)
			defer stop()
			u, err := newSetup(task, cfg, Run{})
			if err != nil {
				t.Fatal(err)
			}
			src, err := u.read(ctx)
			if err != nil {
				fmt.Println(file, err)
				return
			}
			in, err := src.inline(ctx, 10)
			if passes.Closable(src.module) && !src.boundedRecursion(ctx) {
				in, err = src.inlineClosed(ctx, closing{depth: 1, fine: true})
			}
			if err != nil {
				fmt.Println(file, err)
				return
			}
			a, loops, err := in.rankings(ctx, engine.Quiet{})
			if err != nil {
				fmt.Println(file, err)
				return
			}
			v := "no measure"
			if a != nil {
				v = a.result.Verdict.String() + " " + a.result.Reason.Text
			}
			fmt.Printf("%s: %s %v\n", file, v, (work.ProcessorTime() - start).Round(time.Millisecond*10))
			for _, l := range loops {
				fmt.Printf("   %s: %v\n", l.Head.Pos, l.Tuple)
			}
		}()
	}
}
