using AzurePerf.Sandbox.Seccomp;

namespace AzurePerf.SandboxTests.Decisions;

/// <summary>Runs a filter as the kernel does: on the number, the architecture and the arguments of a call.</summary>
internal static class BpfMachine
{
    public static uint Run(IReadOnlyList<BpfInstruction> filter, uint architecture, uint number, params ulong[] arguments)
    {
        var accumulator = 0u;
        for (var at = 0; ;)
        {
            var instruction = filter[at++];
            switch (instruction.Code)
            {
                case BpfInstruction.LoadCode:
                    accumulator = Load(instruction.Value, architecture, number, arguments);
                    break;
                case BpfInstruction.AndCode:
                    accumulator &= instruction.Value;
                    break;
                case BpfInstruction.ReturnCode:
                    return instruction.Value;
                default:
                    at += Holds(instruction, accumulator) ? instruction.IfTrue : instruction.IfFalse;
                    break;
            }
        }
    }

    private static bool Holds(BpfInstruction jump, uint accumulator) => jump.Code switch
    {
        BpfInstruction.JumpIfEqualCode => accumulator == jump.Value,
        BpfInstruction.JumpIfGreaterCode => accumulator > jump.Value,
        BpfInstruction.JumpIfAtLeastCode => accumulator >= jump.Value,
        BpfInstruction.JumpIfAnyBitCode => (accumulator & jump.Value) != 0,
        _ => throw new InvalidOperationException($"code {jump.Code:X}"),
    };

    private static uint Load(uint offset, uint architecture, uint number, ulong[] arguments) => offset switch
    {
        0 => number,
        4 => architecture,
        _ => (uint)(arguments.ElementAtOrDefault((int)(offset - 16) / 8) >> (offset % 8 == 0 ? 0 : 32)),
    };
}
