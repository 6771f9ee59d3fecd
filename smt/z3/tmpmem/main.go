package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"cupel/logic"
	"cupel/smt"
	"cupel/smt/z3"
)

func main() {
	mb, _ := strconv.Atoi(os.Args[1])
	z3.LimitMemory(mb)
	for k := range 3 {
		f := logic.NewFactory()
		s, err := z3.New(f, smt.Options{})
		if err != nil {
			fmt.Println("new:", err)
			continue
		}
		b := logic.BVSort(256)
		x, y, z := f.Var("x", b), f.Var("y", b), f.Var("z", b)
		mul := func(a, b *logic.Term) *logic.Term { return f.BVOp(logic.OpBVMul, a, b) }
		ctx, c := context.WithTimeout(context.Background(), 20*time.Second)
		t := time.Now()
		r, err := s.Check(ctx, f.And(f.Eq(mul(x, f.BVOp(logic.OpBVURem, y, z)), f.BVOp(logic.OpBVUDiv, mul(z, z), x)), f.ULt(f.BV(5, 256), mul(x, y))))
		c()
		fmt.Println(k, r, err, s.ReasonUnknown(), time.Since(t), z3.MemoryBytes()>>20)
		r, err = s.Check(context.Background(), f.ULt(x, y))
		fmt.Println(k, r, err, s.ReasonUnknown())
		s.Close()
		fmt.Println(z3.MemoryBytes() >> 20)
	}
}
