// Inheritance: linearization, constructors with arguments in their order, overriding, super, what is abstract.
// compiler: 0.8.28
// arithmetic: checked
pragma solidity ^0.8.0;

abstract contract Root {
    uint public value = 1;
    constructor(uint v) { value = v; }
    function size() internal view virtual returns (uint);
    function step() public virtual { value = size(); }
}

contract Left is Root {
    constructor(uint v) Root(v + 1) { value += 10; }
    function size() internal view virtual override returns (uint) { return value / 2; }
    function step() public virtual override { super.step(); value = 3; }
}

abstract contract Right is Root {
    function size() internal view virtual override returns (uint) { return value + 5; }
    function step() public virtual override { super.step(); value = 4; }
}

contract Both is Left, Right {
    uint own = value;
    constructor() Left(2) { assert(own == 1); }
    function size() internal view override(Left, Right) returns (uint) { return super.size() + own; }
    function step() public override(Left, Right) { super.step(); Left.step(); }
}
